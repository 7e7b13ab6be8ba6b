export {
  brokenAnswers,
  type ModelFault,
  type ModelSimulator,
  startModelSimulator,
  wrongAnswers,
} from '#dev/simulators/model/model-simulator.ts'
export { meaningOf } from '#dev/simulators/model/model-vectors.ts'
