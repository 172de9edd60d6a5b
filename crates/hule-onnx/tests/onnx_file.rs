//! ONNX files, written by hand: of the protocol buffers only what small networks need.

use hule::Action;
use hule::observation::{Observation, VERSION};

pub const FLOAT: u64 = 1;
pub const UINT8: u64 = 2;
pub const INT32: u64 = 6;
pub const INT64: u64 = 7;
pub const BOOL: u64 = 9;
pub const FLOAT16: u64 = 10;
pub const DOUBLE: u64 = 11;

/// A size or a name of a size.
#[derive(Clone, Copy)]
pub enum Dim {
    Size(usize),
    Name(&'static str),
}

/// A network of operators in a row: each gets the output of the one before, and constants.
#[derive(Clone)]
pub struct OnnxFile {
    pub inputs: Vec<(&'static str, u64, Vec<Dim>)>,
    pub outputs: Vec<&'static str>,
    nodes: Vec<Vec<u8>>,
    constants: Vec<Vec<u8>>,
    pub metadata: Vec<(&'static str, String)>,
    /// The name of the last output.
    last: String,
}

impl OnnxFile {
    pub fn new(element: u64, shape: &[Dim]) -> OnnxFile {
        OnnxFile {
            inputs: vec![("observation", element, shape.to_vec())],
            outputs: vec!["logits"],
            nodes: Vec::new(),
            constants: Vec::new(),
            metadata: Vec::new(),
            last: "observation".to_owned(),
        }
    }

    /// Chooses what the player `useful` chooses, which the full observation tells: minus how far the number of each action
    /// is from the number of that choice.
    pub fn useful(element: u64, shape: &[Dim]) -> OnnxFile {
        let choice = Observation::Full.feature("useful_choice").expect("there is one").offset;
        let choice = i64::try_from(choice).expect("it is small");
        let ids: Vec<f32> = (1..=Action::COUNT as u8).map(f32::from).collect();
        let file = OnnxFile::new(element, shape).integers("start", &[choice]).integers("end", &[choice + 1]);
        file.integers("axis", &[-1])
            .numbers("ids", &[Action::COUNT], &ids)
            .node("Slice", &["start", "end", "axis"], &[])
            .node("Cast", &[], &[("to", FLOAT)])
            .node("Sub", &["ids"], &[])
            .node("Abs", &[], &[])
            .node("Neg", &[], &[])
    }

    /// Gives each action the sum of the basic observation with these weights, and a number of its own.
    pub fn linear(weight: impl Fn(usize, usize) -> f32, bias: impl Fn(usize) -> f32) -> OnnxFile {
        let length = Observation::Basic.len();
        let weights: Vec<f32> = (0..length * Action::COUNT)
            .map(|place| weight(place / Action::COUNT, place % Action::COUNT))
            .collect();
        let biases: Vec<f32> = (0..Action::COUNT).map(bias).collect();
        OnnxFile::new(FLOAT, &[Dim::Name("batch"), Dim::Size(length)])
            .numbers("weights", &[length, Action::COUNT], &weights)
            .numbers("biases", &[Action::COUNT], &biases)
            .node("Gemm", &["weights", "biases"], &[])
    }

    /// Names the kind and the version of the observation.
    pub fn of(self, kind: Observation) -> OnnxFile {
        self.with_metadata(&format!("{kind} {VERSION}"))
    }

    pub fn with_metadata(mut self, value: &str) -> OnnxFile {
        self.metadata.push(("hule.observation", value.to_owned()));
        self
    }

    /// Adds an operator with integers as attributes.
    pub fn node(mut self, operator: &str, constants: &[&str], attributes: &[(&str, u64)]) -> OnnxFile {
        let output = format!("{}{}", operator.to_lowercase(), self.nodes.len());
        let mut node = bytes(1, self.last.as_bytes());
        for name in constants {
            node.extend(bytes(1, name.as_bytes()));
        }
        node.extend(bytes(2, output.as_bytes()));
        node.extend(bytes(4, operator.as_bytes()));
        for &(name, value) in attributes {
            node.extend(bytes(5, &[bytes(1, name.as_bytes()), number(3, value), number(20, 2)].concat()));
        }
        self.nodes.push(node);
        self.last = output;
        self
    }

    pub fn integers(mut self, name: &str, values: &[i64]) -> OnnxFile {
        let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constants.push(tensor(name, INT64, &[values.len()], &raw));
        self
    }

    pub fn numbers(mut self, name: &str, shape: &[usize], values: &[f32]) -> OnnxFile {
        let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constants.push(tensor(name, FLOAT, shape, &raw));
        self
    }

    /// The bytes of the file. The last operator computes the first output.
    pub fn bytes(&self) -> Vec<u8> {
        let mut graph = Vec::new();
        for node in &self.nodes {
            graph.extend(bytes(1, node));
        }
        let identity = [
            bytes(1, self.last.as_bytes()),
            bytes(2, self.outputs.first().copied().unwrap_or("logits").as_bytes()),
            bytes(4, b"Identity"),
        ];
        graph.extend(bytes(1, &identity.concat()));
        graph.extend(bytes(2, b"network"));
        for constant in &self.constants {
            graph.extend(bytes(5, constant));
        }
        for (name, element, shape) in &self.inputs {
            graph.extend(bytes(11, &value(name, *element, Some(shape))));
        }
        for name in &self.outputs {
            graph.extend(bytes(12, &value(name, FLOAT, None)));
        }
        let mut model = [number(1, 8), bytes(2, b"hule"), bytes(7, &graph)].concat();
        model.extend(bytes(8, &number(2, 17))); // the set of operators
        for (key, value) in &self.metadata {
            model.extend(bytes(14, &[bytes(1, key.as_bytes()), bytes(2, value.as_bytes())].concat()));
        }
        model
    }
}

fn tensor(name: &str, element: u64, shape: &[usize], raw: &[u8]) -> Vec<u8> {
    let mut tensor: Vec<u8> = shape.iter().flat_map(|&size| number(1, size as u64)).collect();
    tensor.extend([number(2, element), bytes(8, name.as_bytes()), bytes(9, raw)].concat());
    tensor
}

fn value(name: &str, element: u64, shape: Option<&Vec<Dim>>) -> Vec<u8> {
    let dimension = |dim: &Dim| match dim {
        Dim::Size(size) => bytes(1, &number(1, *size as u64)),
        Dim::Name(name) => bytes(1, &bytes(2, name.as_bytes())),
    };
    let shape = shape.map(|shape| bytes(2, &shape.iter().flat_map(dimension).collect::<Vec<u8>>()));
    let tensor = [number(1, element), shape.unwrap_or_default()].concat();
    [bytes(1, name.as_bytes()), bytes(2, &bytes(1, &tensor))].concat()
}

/// A field with a number.
fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// A field with bytes: a text or another message.
fn bytes(field: u64, content: &[u8]) -> Vec<u8> {
    [varint(field << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}
