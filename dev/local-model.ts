import { setTimeout as sleep } from 'node:timers/promises'
import { startModelSimulator } from './simulators/model/model-simulator.ts'

const pieceMs = 40

export type DevModel = {
  address: string
  /** `host:port` */
  host: string
}

export async function startDevModel(port: number): Promise<DevModel> {
  const model = await startModelSimulator(port)
  model.beforePiece = () => sleep(pieceMs)
  return { address: `${model.address}/v1`, host: new URL(model.address).host }
}
