//! A network that is ready to run.

use super::OnnxError;
use super::file::NetworkFile;
use crate::game::{Game, View};
use crate::players::observation::Observation;
use crate::words::{Action, ActionSet, Deck};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tract_onnx::prelude::{
    DatumType, InferenceFact, InferenceModelExt, IntoRunnable, TValue, Tensor, TractResult, TypedSimplePlan,
    tvec,
};

/// A network that is ready to run.
#[derive(Debug)]
pub(super) struct Network {
    plan: Arc<TypedSimplePlan>,
    observation: Observation,
    element: DatumType,
    shape: Vec<usize>,
}

impl Network {
    /// Prepares a network and lets it make the first decision of a game.
    pub(super) fn new(file: &NetworkFile) -> Result<Network, OnnxError> {
        let failed = |message| OnnxError::Failed { message };
        let network = Network {
            plan: guarded(|| plan(file)).map_err(failed)?,
            observation: file.observation,
            element: file.element,
            shape: file.shape.clone(),
        };
        let game = Game::new(&Deck::seeded(0, 0));
        let view = game.view(game.turn().expect("a game begins with a decision").seat());
        let output = guarded(|| network.run(&view, game.legal_actions())).map_err(failed)?;
        if !output.datum_type().is_float() {
            return Err(OnnxError::OutputType { found: format!("{:?}", output.datum_type()).to_lowercase() });
        }
        let found = format!("{:?}", output.shape());
        let logits = logits(&output).ok_or(OnnxError::Logits { found })?;
        if logits.iter().any(|logit| logit.is_nan()) {
            return Err(OnnxError::NotANumber);
        }
        Ok(network)
    }

    pub(super) const fn observation(&self) -> Observation {
        self.observation
    }

    /// Returns a number for each action, or why there are none.
    pub(super) fn logits(&self, view: &View<'_>, legal: ActionSet) -> Result<[f32; Action::COUNT], String> {
        let output = guarded(|| self.run(view, legal))?;
        logits(&output).ok_or_else(|| format!("its output has the shape {:?}", output.shape()))
    }

    fn run(&self, view: &View<'_>, legal: ActionSet) -> TractResult<TValue> {
        let mut numbers = vec![0; self.observation.len()];
        self.observation.write_with(view, legal, &mut numbers);
        let input = Tensor::from_shape(&self.shape, &numbers)?.cast_to_dt(self.element)?.into_owned();
        let mut outputs = self.plan.run(tvec![input.into()])?;
        Ok(outputs.remove(0))
    }
}

/// Prepares what the file describes for one observation.
fn plan(file: &NetworkFile) -> TractResult<Arc<TypedSimplePlan>> {
    // The shapes that a file gives for its other values may have a batch of any size.
    let framework = tract_onnx::onnx().with_ignore_value_info(true).with_ignore_output_shapes(true);
    let parsed = framework.parse(&file.model, file.folder.as_deref())?;
    if let [name, ..] = &parsed.unresolved_inputs[..] {
        tract_onnx::tract_core::internal::bail!("nothing computes `{name}`");
    }
    let input = InferenceFact::dt_shape(file.element, &*file.shape);
    parsed.model.with_input_fact(0, input)?.into_optimized()?.into_runnable()
}

/// The numbers of the output; `None` if it does not have one for each action.
fn logits(output: &Tensor) -> Option<[f32; Action::COUNT]> {
    let numbers = output.cast_to::<f32>().ok()?;
    numbers.try_as_plain_ram().ok()?.as_slice::<f32>().ok()?.try_into().ok()
}

/// Runs tract, of which neither an error nor, where it can be caught, a panic may end a game.
fn guarded<T>(run: impl FnOnce() -> TractResult<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| format!("{error:#}")),
        Err(panic) => Err(message(&*panic).to_owned()),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}
