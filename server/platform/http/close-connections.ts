import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Otherwise silent and upgraded connections hold a closing server open for ever. */
export function closeAfterAnswers(server: Server): () => void {
  const open = new Set<Duplex>()
  const answering = new Set<Duplex>()
  let isOver = false
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    answering.add(socket)
    response.once('close', () => {
      answering.delete(socket)
      if (isOver) socket.destroy()
    })
  })
  server.on('upgrade', (_request, socket) => {
    if (isOver) socket.destroy()
  })
  return () => {
    isOver = true
    for (const socket of open) if (!answering.has(socket)) socket.destroy()
  }
}
