//! Players from ONNX files: they choose what the network says, wrong files are refused, and names find them.

mod onnx_file;
mod player;
mod registered;
