import { misfit } from '#platform/http/answer-checks/misfit.ts'
import { serverFrame } from './frame-schemas.ts'
import type { WireSocket } from './live-socket.ts'

/** Tests only: a frame that does not fit its schema ends the program. */
export function checkFrames(ws: WireSocket): void {
  const send = ws.send.bind(ws)
  ws.send = (data, options) => {
    const problem = options.binary ? undefined : misfitOfFrame(Buffer.from(data as string).toString())
    if (problem !== undefined)
      setImmediate(() => {
        throw new Error(problem)
      })
    send(data, options)
  }
}

/** @param text of either version */
export function misfitOfFrame(text: string): string | undefined {
  const sent = JSON.parse(text) as unknown[] | Record<string, unknown>
  const frame = Array.isArray(sent)
    ? sent
    : [sent['join_ref'], sent['ref'], sent['topic'], sent['event'], sent['payload']]
  // Of a union's misfit zod says less than of the one that the event names.
  const schema = serverFrame.options.find(option => option.def.items[3].value === frame[3])
  return schema ? misfit(schema, frame) : `There is no event ${String(frame[3])}.`
}
