export { rust } from "@codemirror/legacy-modes/mode/rust";
