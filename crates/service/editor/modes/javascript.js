export { javascript, typescript } from "@codemirror/legacy-modes/mode/javascript";
