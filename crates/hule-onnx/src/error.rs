//! Why a file is not a network that can play.

use hule::observation::{self, Observation};
use hule::players::OpenPlayerError;
use hule::{Action, Language, Localized, say};
use std::error::Error;
use std::{fmt, io};

/// A file that is not a network that can play.
#[derive(Debug)]
#[non_exhaustive]
pub enum OnnxError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is empty.
    Empty,
    /// The file has more bytes than this.
    TooLarge {
        /// The most that is read.
        most: u64,
    },
    /// The file is not in the format of ONNX, or ends too early.
    NotOnnx,
    /// The network does not have one input.
    Inputs {
        /// How many it has.
        found: usize,
    },
    /// The network does not have one output.
    Outputs {
        /// How many it has.
        found: usize,
    },
    /// The input is not one row of numbers.
    Shape {
        /// Its shape, such as `[64, 185]`.
        found: String,
    },
    /// No kind of observation has this many numbers.
    Length {
        /// How many numbers the input has.
        found: usize,
    },
    /// The input has elements of a type that does not hold an observation.
    InputType {
        /// The type as ONNX calls it, such as `bool`.
        found: String,
    },
    /// The output has elements of a type that is not a logit.
    OutputType {
        /// The type.
        found: String,
    },
    /// The output does not have one number for each action.
    Logits {
        /// Its shape, such as `[1, 47]`.
        found: String,
    },
    /// The metadata `hule.observation` is not a kind and a version.
    Metadata {
        /// What it says.
        found: String,
    },
    /// The network was made for another version of the observations.
    Version {
        /// The version.
        found: u32,
    },
    /// The metadata `hule.observation` names another kind of observation than the input has.
    Kind {
        /// The kind in the metadata.
        named: Observation,
        /// The kind with the length of the input.
        found: Observation,
    },
    /// The network has an operator that is not supported.
    Operator {
        /// Its name.
        found: String,
    },
    /// The network chooses at random, so that its games could not be repeated.
    Random {
        /// The operator.
        found: String,
    },
    /// The network returned NaN at the first decision of a game.
    NotANumber,
    /// The network cannot be run.
    Failed {
        /// The message of rten, which runs networks.
        message: String,
    },
}

impl Localized for OnnxError {
    fn text(&self, language: Language) -> String {
        let version = observation::VERSION;
        let actions = Action::COUNT;
        match self {
            OnnxError::Io(error) => error.to_string(),
            OnnxError::Empty => say!(language, "the file is empty", "文件为空"),
            OnnxError::TooLarge { most } => {
                say!(language, "the file has more than {most} bytes", "文件超过 {most} 字节")
            }
            OnnxError::NotOnnx => say!(
                language,
                "it is not an ONNX file, or its end is missing",
                "它不是 ONNX 文件，或文件不完整"
            ),
            OnnxError::Inputs { found } => say!(
                language,
                "the network has {found} inputs; expected one, the observation",
                "网络有 {found} 个输入；应为一个，即观测"
            ),
            OnnxError::Outputs { found } => say!(
                language,
                "the network has {found} outputs; expected one, with a number for each of {actions} actions",
                "网络有 {found} 个输出；应为一个，为 {actions} 个动作各给出一个数"
            ),
            OnnxError::Shape { found } => say!(
                language,
                "its input has the shape {found}; expected [N], [1, N] or [batch, N]",
                "输入的形状为 {found}；应为 [N]、[1, N] 或 [batch, N]"
            ),
            OnnxError::Length { found } => {
                let kinds = Observation::ALL.map(|kind| format!("{} ({kind})", kind.len()));
                let expected = kinds.join(&say!(language, " or ", " 或 "));
                say!(
                    language,
                    "its input has {found} numbers; expected {expected}",
                    "输入有 {found} 个数；应为 {expected}"
                )
            }
            OnnxError::InputType { found } => say!(
                language,
                "its input has elements of type {found}; expected uint8, int32, int64, float16, float or double",
                "输入的元素类型为 {found}；应为 uint8、int32、int64、float16、float 或 double"
            ),
            OnnxError::OutputType { found } => say!(
                language,
                "its output has elements of type {found}; expected float16, float or double",
                "输出的元素类型为 {found}；应为 float16、float 或 double"
            ),
            OnnxError::Logits { found } => say!(
                language,
                "its output has the shape {found}; expected {actions} numbers, one for each action",
                "输出的形状为 {found}；应为 {actions} 个数，每个动作一个"
            ),
            OnnxError::Metadata { found } => say!(
                language,
                "its metadata hule.observation is `{found}`; expected a kind of observation and its version, such as `full {version}`",
                "元数据 hule.observation 为 `{found}`；应为观测的种类和版本，例如 `full {version}`"
            ),
            OnnxError::Version { found } => say!(
                language,
                "it was made for version {found} of the observations; this is version {version}",
                "它是为第 {found} 版观测制作的；这里是第 {version} 版"
            ),
            OnnxError::Kind { named, found } => {
                let (expected, numbers) = (named.len(), found.len());
                say!(
                    language,
                    "its metadata hule.observation says {named} ({expected} numbers), but its input has {numbers} ({found})",
                    "元数据 hule.observation 为 {named}（{expected} 个数），但输入有 {numbers} 个数（{found}）"
                )
            }
            OnnxError::Operator { found } => say!(
                language,
                "it has the operator {found}, which is not supported",
                "它含有不支持的算子 {found}"
            ),
            OnnxError::Random { found } => say!(
                language,
                "it has the operator {found}, which is random; expected a network that always makes the same choice",
                "它含有随机算子 {found}；网络的选择应总是相同"
            ),
            OnnxError::NotANumber => say!(
                language,
                "it returns NaN at the first decision of a game",
                "它在一局的第一个决定上输出 NaN"
            ),
            OnnxError::Failed { message } => {
                say!(language, "the network cannot be run: {message}", "网络无法运行：{message}")
            }
        }
    }
}

impl fmt::Display for OnnxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl Error for OnnxError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OnnxError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<OnnxError> for OpenPlayerError {
    fn from(error: OnnxError) -> OpenPlayerError {
        match error {
            OnnxError::Io(error) => OpenPlayerError::Io(error),
            error => OpenPlayerError::Unusable(Box::new(error)),
        }
    }
}
