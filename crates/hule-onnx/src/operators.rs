//! The operators that networks may have.

use rten::OpRegistry;
use rten_onnx::onnx::NodeProto;

macro_rules! operators {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// All of them. What is not listed is not linked.
        pub fn registry() -> OpRegistry {
            rten::op_registry!($($name),*)
        }
    };
}

// None of them is random.
operators! {
    Abs Add And ArgMax ArgMin AveragePool BatchNormalization Cast CastLike Ceil Clip Concat ConstantOfShape Conv Cos CumSum
    Div Einsum Elu Equal Erf Exp Expand EyeLike Flatten Floor Gather GatherElements GatherND Gelu Gemm GlobalAveragePool
    Greater GreaterOrEqual GRU HardSigmoid HardSwish Identity InstanceNormalization IsInf IsNaN
    LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax LSTM MatMul Max MaxPool Mean Min Mod Mul Neg NonZero Not
    OneHot Or Pad Pow PRelu Range Reciprocal ReduceL2 ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum
    ReduceSumSquare Relu Reshape Round ScatterElements ScatterND Shape Sigmoid Sign Sin Size Slice Softmax Softplus Split
    Sqrt Squeeze Sub Sum Tanh Tile TopK Transpose Trilu Unsqueeze Where Xor
}

/// Whether a node has one of them, or is a constant.
pub fn is_known(node: &NodeProto) -> bool {
    let name = node.op_type.as_deref().unwrap_or_default();
    let standard = matches!(node.domain.as_deref(), None | Some("" | "ai.onnx"));
    standard && (name == "Constant" || NAMES.contains(&name))
}
