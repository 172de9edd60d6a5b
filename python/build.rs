//! On macOS, the linker has to be told that the interpreter has what is missing.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
