export { ruby } from "@codemirror/legacy-modes/mode/ruby";
