import { setTimeout as sleep } from 'node:timers/promises'
import { startModelSimulator } from './simulators/model/model-simulator.ts'

/** So long the simulated model thinks about a few letters, in milliseconds: its replies can be seen growing. */
const pieceMs = 40

export type DevModel = {
  /** what is entered on the Configuration screen */
  address: string
  /** `host:port` */
  host: string
}

/** The simulated language model. */
export async function startDevModel(port: number): Promise<DevModel> {
  const model = await startModelSimulator(port)
  model.beforePiece = () => sleep(pieceMs)
  return { address: `${model.address}/v1`, host: new URL(model.address).host }
}
