//! An ONNX file and what it says about its network.

use super::OnnxError;
use crate::players::observation::{Observation, VERSION};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::tensor_shape_proto::Dimension as TensorDimension;
use tract_onnx::pb::tensor_shape_proto::dimension::Value as Dimension;
use tract_onnx::pb::type_proto::Value as Type;
use tract_onnx::pb::{GraphProto, ModelProto, ValueInfoProto};
use tract_onnx::prelude::{DatumType, Framework};

/// The most bytes that are read.
const MOST: u64 = 1 << 29;

/// The key of the metadata that name the observation.
const KEY: &str = "hule.observation";

/// Operators whose output is not always the same.
const RANDOM: [&str; 6] =
    ["Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"];

/// A file that describes a network of one observation and one output.
pub(super) struct NetworkFile {
    pub(super) model: ModelProto,
    /// The folder in which weights may be, if they are in files of their own.
    pub(super) folder: Option<String>,
    pub(super) observation: Observation,
    pub(super) element: DatumType,
    /// The shape of the input for one observation.
    pub(super) shape: Vec<usize>,
}

impl NetworkFile {
    pub(super) fn read(path: &Path) -> Result<NetworkFile, OnnxError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
        match read.map_err(OnnxError::Io)? {
            0 => return Err(OnnxError::Empty),
            length if length as u64 > MOST => return Err(OnnxError::TooLarge { most: MOST }),
            _ => {}
        }
        let framework = tract_onnx::onnx();
        let model = framework.proto_model_for_read(&mut &*bytes).map_err(|_| OnnxError::NotOnnx)?;
        let graph = model.graph.as_ref().ok_or(OnnxError::NotOnnx)?;

        let (input, element, shape) = input(graph)?;
        let observation = observation(&model, input)?;
        if graph.output.len() != 1 {
            return Err(OnnxError::Outputs { found: graph.output.len() });
        }
        check_operators(graph, &|name| framework.op_register.0.contains_key(name))?;
        check_names(graph)?;
        let folder = path.parent().and_then(Path::to_str).map(str::to_owned);
        Ok(NetworkFile { folder, observation, element, shape, model })
    }
}

/// The length of the observation, the type of its elements, and the shape of the input for one observation.
fn input(graph: &GraphProto) -> Result<(usize, DatumType, Vec<usize>), OnnxError> {
    // Constants may be listed too.
    let is_constant =
        |input: &&ValueInfoProto| graph.initializer.iter().any(|tensor| tensor.name == input.name);
    let inputs: Vec<&ValueInfoProto> = graph.input.iter().filter(|input| !is_constant(input)).collect();
    let [input] = inputs[..] else { return Err(OnnxError::Inputs { found: inputs.len() }) };
    let Some(Type::TensorType(tensor)) = input.r#type.as_ref().and_then(|kind| kind.value.as_ref()) else {
        return Err(OnnxError::Shape { found: "?".to_owned() });
    };

    let dimensions = tensor.shape.as_ref().map_or(&[][..], |shape| &shape.dim);
    let sizes: Vec<Option<usize>> = dimensions
        .iter()
        .map(|dimension| match &dimension.value {
            Some(Dimension::DimValue(size)) => usize::try_from(*size).ok(),
            Some(Dimension::DimParam(_)) | None => None,
        })
        .collect();
    let (length, shape) = match sizes[..] {
        [Some(length)] => (length, vec![length]),
        [Some(1) | None, Some(length)] => (length, vec![1, length]),
        _ => {
            let name = |dimension: &TensorDimension| match &dimension.value {
                Some(Dimension::DimValue(size)) => size.to_string(),
                Some(Dimension::DimParam(name)) => name.clone(),
                None => "?".to_owned(),
            };
            let names: Vec<String> = dimensions.iter().map(name).collect();
            return Err(OnnxError::Shape { found: format!("[{}]", names.join(", ")) });
        }
    };

    let element = DataType::try_from(tensor.elem_type).unwrap_or(DataType::Undefined);
    let datum = match element {
        DataType::Uint8 => DatumType::U8,
        DataType::Int32 => DatumType::I32,
        DataType::Int64 => DatumType::I64,
        DataType::Float16 => DatumType::F16,
        DataType::Float => DatumType::F32,
        DataType::Double => DatumType::F64,
        _ => return Err(OnnxError::InputType { found: element.as_str_name().to_lowercase() }),
    };
    Ok((length, datum, shape))
}

/// The observation with this length, which must be the one in the metadata, if they name one.
fn observation(model: &ModelProto, length: usize) -> Result<Observation, OnnxError> {
    let named = model.metadata_props.iter().find(|entry| entry.key == KEY);
    let named = named.map(|entry| named_observation(&entry.value)).transpose()?;
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
fn check_operators(graph: &GraphProto, is_known: &impl Fn(&str) -> bool) -> Result<(), OnnxError> {
    let attributes = || graph.node.iter().flat_map(|node| &node.attribute);
    let mut constants =
        graph.initializer.iter().chain(attributes().filter_map(|attribute| attribute.t.as_ref()));
    if constants.any(|constant| constant.data_type == DataType::String as i32) {
        // Of some of them, tract panics.
        return Err(OnnxError::Failed { message: "it has texts".to_owned() });
    }
    for node in &graph.node {
        let found = || node.op_type.clone();
        if RANDOM.contains(&&*node.op_type) {
            return Err(OnnxError::Random { found: found() });
        }
        if !is_known(&node.op_type) {
            return Err(OnnxError::Operator { found: found() });
        }
    }
    let mut inner = attributes().flat_map(|attribute| attribute.g.iter().chain(&attribute.graphs));
    inner.try_for_each(|graph| check_operators(graph, is_known))
}

/// Checks that something in the graph computes the output. Tract would panic.
fn check_names(graph: &GraphProto) -> Result<(), OnnxError> {
    let inputs = graph.input.iter().map(|input| &input.name);
    let constants = graph.initializer.iter().map(|tensor| &tensor.name);
    let computed = graph.node.iter().flat_map(|node| &node.output);
    let mut names = inputs.chain(constants).chain(computed);
    match graph.output.iter().find(|output| !names.any(|name| *name == output.name)) {
        None => Ok(()),
        Some(output) => {
            let message = format!("nothing computes its output `{}`", output.name);
            Err(OnnxError::Failed { message })
        }
    }
}
