//! An ONNX file and what it says about its network.

use crate::OnnxError;
use crate::operators::is_known;
use hule::observation::{Observation, VERSION};
use rten_onnx::onnx::{DataType, Dimension, GraphProto, ModelProto, TensorProto, ValueInfoProto};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

/// The most bytes that are read.
const MOST: u64 = 1 << 29;

/// The key of the metadata that name the observation.
const KEY: &str = "hule.observation";

/// Operators whose output is not always the same.
const RANDOM: [&str; 6] =
    ["Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"];

/// A file that describes a network of one observation and one output.
pub struct NetworkFile {
    pub bytes: Vec<u8>,
    /// Files beside it with weights, by their names.
    pub weights: Vec<(String, Vec<u8>)>,
    /// The name of the input.
    pub input: String,
    pub observation: Observation,
    pub element: Element,
    /// The shape of the input for one observation.
    pub shape: Vec<usize>,
}

/// What the elements of the input are for the network. Others are converted by it.
#[derive(Clone, Copy, Debug)]
pub enum Element {
    Byte,
    Integer,
    Float,
}

impl NetworkFile {
    pub fn read(path: &Path) -> Result<NetworkFile, OnnxError> {
        let bytes = bytes(path)?;
        if bytes.is_empty() {
            return Err(OnnxError::Empty);
        }
        if !is_whole(&bytes) {
            return Err(OnnxError::NotOnnx);
        }
        let model = ModelProto::parse_buf(&bytes).map_err(|_| OnnxError::NotOnnx)?;
        let graph = model.graph.as_ref().ok_or(OnnxError::NotOnnx)?;

        let input = input(graph)?;
        let (length, element, shape) = form(input)?;
        let observation = observation(&model, length)?;
        if graph.output.len() != 1 {
            return Err(OnnxError::Outputs { found: graph.output.len() });
        }
        check_operators(graph)?;
        let weights = weights(graph, path.parent().unwrap_or(Path::new("")))?;
        let input = input.name.clone().unwrap_or_default();
        Ok(NetworkFile { bytes, weights, input, observation, element, shape })
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, OnnxError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
    match read.map_err(OnnxError::Io)? {
        length if length as u64 > MOST => Err(OnnxError::TooLarge { most: MOST }),
        _ => Ok(bytes),
    }
}

/// Whether a message of protocol buffers ends where its last field ends. The reader of rten takes less.
fn is_whole(mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        let Some(key) = varint(&mut bytes) else { return false };
        let skipped = match key & 7 {
            0 => varint(&mut bytes).map(|_| 0),
            1 => Some(8),
            2 => varint(&mut bytes),
            5 => Some(4),
            _ => None,
        };
        match skipped.and_then(|length| bytes.get(usize::try_from(length).ok()?..)) {
            Some(rest) => bytes = rest,
            None => return false,
        }
    }
    true
}

/// Takes a number off the beginning.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let length = bytes.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    Some(number.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f)))
}

/// The files with weights, which must be in the folder of the network.
fn weights(graph: &GraphProto, folder: &Path) -> Result<Vec<(String, Vec<u8>)>, OnnxError> {
    let location = |tensor: &TensorProto| {
        tensor.external_data.iter().find(|entry| entry.key.as_deref() == Some("location"))?.value.clone()
    };
    let mut names: Vec<String> = graph.initializer.iter().filter_map(location).collect();
    names.sort();
    names.dedup();
    let read = |name: String| {
        let failed = |why: &str| OnnxError::Failed { message: format!("its weights `{name}`: {why}") };
        if !Path::new(&name).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(failed("not a file in its folder"));
        }
        let bytes = bytes(&folder.join(&name)).map_err(|error| failed(&error.to_string()))?;
        Ok((name, bytes))
    };
    names.into_iter().map(read).collect()
}

fn input(graph: &GraphProto) -> Result<&ValueInfoProto, OnnxError> {
    // Constants may be listed too.
    let is_constant =
        |input: &&ValueInfoProto| graph.initializer.iter().any(|tensor| tensor.name == input.name);
    let inputs: Vec<&ValueInfoProto> = graph.input.iter().filter(|input| !is_constant(input)).collect();
    match inputs[..] {
        [input] => Ok(input),
        _ => Err(OnnxError::Inputs { found: inputs.len() }),
    }
}

/// The length of the observation, the type of its elements, and the shape of the input for one observation.
fn form(input: &ValueInfoProto) -> Result<(usize, Element, Vec<usize>), OnnxError> {
    let Some(tensor) = input.r#type.as_ref().and_then(|kind| kind.tensor_type.as_ref()) else {
        return Err(OnnxError::Shape { found: "?".to_owned() });
    };
    let dimensions = tensor.shape.as_ref().map_or(&[][..], |shape| &shape.dim);
    let size = |dimension: &Dimension| dimension.dim_value.and_then(|size| usize::try_from(size).ok());
    let sizes: Vec<Option<usize>> = dimensions.iter().map(size).collect();
    let (length, shape) = match sizes[..] {
        [Some(length)] => (length, vec![length]),
        [Some(1) | None, Some(length)] => (length, vec![1, length]),
        _ => {
            let name = |dimension: &Dimension| match (dimension.dim_value, &dimension.dim_param) {
                (Some(size), _) => size.to_string(),
                (None, Some(name)) => name.clone(),
                (None, None) => "?".to_owned(),
            };
            let names: Vec<String> = dimensions.iter().map(name).collect();
            return Err(OnnxError::Shape { found: format!("[{}]", names.join(", ")) });
        }
    };
    let element = match tensor.elem_type {
        Some(DataType::UINT8) => Element::Byte,
        Some(DataType::INT32 | DataType::INT64) => Element::Integer,
        Some(DataType::FLOAT | DataType::FLOAT16 | DataType::DOUBLE) => Element::Float,
        other => {
            let name = other.and_then(|element| Some(element.name()?.to_lowercase()));
            return Err(OnnxError::InputType { found: name.unwrap_or_else(|| "?".to_owned()) });
        }
    };
    Ok((length, element, shape))
}

/// The observation with this length, which must be the one in the metadata, if they name one.
fn observation(model: &ModelProto, length: usize) -> Result<Observation, OnnxError> {
    let named = model.metadata_props.iter().find(|entry| entry.key.as_deref() == Some(KEY));
    let named =
        named.map(|entry| named_observation(entry.value.as_deref().unwrap_or_default())).transpose()?;
    let found = Observation::ALL
        .into_iter()
        .find(|kind| kind.len() == length)
        .ok_or(OnnxError::Length { found: length })?;
    match named {
        Some(named) if named != found => Err(OnnxError::Kind { named, found }),
        _ => Ok(found),
    }
}

/// Parses `full 1`.
fn named_observation(text: &str) -> Result<Observation, OnnxError> {
    let wrong = || OnnxError::Metadata { found: text.to_owned() };
    let (kind, version) = text.split_once(' ').ok_or_else(wrong)?;
    match version.parse().map_err(|_| wrong())? {
        // Of another version there may be other kinds.
        VERSION => kind.parse().map_err(|_| wrong()),
        found => Err(OnnxError::Version { found }),
    }
}

/// Checks the operators of a graph and of the graphs in it.
fn check_operators(graph: &GraphProto) -> Result<(), OnnxError> {
    for node in &graph.node {
        let name = node.op_type.as_deref().unwrap_or_default();
        if RANDOM.contains(&name) {
            return Err(OnnxError::Random { found: name.to_owned() });
        }
        if !is_known(node) {
            return Err(OnnxError::Operator { found: name.to_owned() });
        }
    }
    Ok(())
}
