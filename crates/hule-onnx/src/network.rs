//! A network that is ready to run.

use crate::OnnxError;
use crate::file::{Element, NetworkFile};
use crate::operators::registry;
use hule::observation::Observation;
use hule::{Action, Deck, Game, View};
use rten::{Model, ModelOptions, NodeId, Value, ValueOrView};
use rten_tensor::Tensor;
use rten_tensor::prelude::{AsView, Layout};
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A network that is ready to run.
#[derive(Debug)]
pub struct Network {
    model: Model,
    input: NodeId,
    output: NodeId,
    observation: Observation,
    element: Element,
    shape: Vec<usize>,
}

impl Network {
    /// Prepares a network and lets it make the first decision of a game.
    pub fn new(file: NetworkFile) -> Result<Network, OnnxError> {
        let failed = |message| OnnxError::Failed { message };
        let NetworkFile { bytes, weights, input, observation, element, shape } = file;
        let mut options = ModelOptions::with_ops(registry());
        for (name, bytes) in weights {
            options.external_data(&name, bytes);
        }
        let model = guarded(|| options.prepack_weights(true).load(bytes)).map_err(failed)?;
        let input = guarded(|| model.node_id(&input)).map_err(failed)?;
        let [output] = *model.output_ids() else {
            return Err(OnnxError::Outputs { found: model.output_ids().len() });
        };
        let network = Network { model, input, output, observation, element, shape };

        let game = Game::new(&Deck::seeded(0, 0));
        let view = game.view(game.turn().expect("a game begins with a decision").seat());
        let output = network.run(&view).map_err(failed)?;
        let found = |name: &str| OnnxError::OutputType { found: name.to_owned() };
        let output = match output {
            Value::FloatTensor(output) => output,
            Value::Int32Tensor(_) => return Err(found("int32")),
            Value::Int8Tensor(_) => return Err(found("int8")),
            Value::UInt8Tensor(_) => return Err(found("uint8")),
            _ => return Err(found("sequence")),
        };
        let found = format!("{:?}", output.shape());
        let logits = logits(&output).ok_or(OnnxError::Logits { found })?;
        if logits.iter().any(|logit| logit.is_nan()) {
            return Err(OnnxError::NotANumber);
        }
        Ok(network)
    }

    pub const fn observation(&self) -> Observation {
        self.observation
    }

    /// Returns a number for each action, or why there are none.
    pub fn logits(&self, view: &View<'_>) -> Result<[f32; Action::COUNT], String> {
        let numbers = match self.run(view)? {
            Value::FloatTensor(output) => logits(&output),
            _ => None,
        };
        numbers.ok_or_else(|| "its output is another one now".to_owned())
    }

    fn run(&self, view: &View<'_>) -> Result<Value, String> {
        let numbers = self.observation.of(view);
        let shape = &*self.shape;
        let input: ValueOrView<'_> = match self.element {
            Element::Byte => Tensor::from_data(shape, numbers).into(),
            Element::Integer => {
                Tensor::from_data(shape, numbers.iter().map(|&n| i32::from(n)).collect::<Vec<_>>()).into()
            }
            Element::Float => {
                Tensor::from_data(shape, numbers.iter().map(|&n| f32::from(n)).collect::<Vec<_>>()).into()
            }
        };
        let [output] = guarded(|| self.model.run_n(vec![(self.input, input)], [self.output], None))?;
        Ok(output)
    }
}

/// The numbers of the output; `None` if it does not have one for each action.
fn logits(output: &Tensor<f32>) -> Option<[f32; Action::COUNT]> {
    output.to_vec().try_into().ok()
}

/// Runs what neither with an error nor, where it can be caught, with a panic may end a game.
fn guarded<T, E: Display>(run: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(panic) => Err(message(&*panic).to_owned()),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}
