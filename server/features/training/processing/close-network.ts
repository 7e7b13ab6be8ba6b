import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

export function closeNetwork(): void {
  const refuse = (): never => {
    throw new Error('There is no network here.')
  }
  net.Socket.prototype.connect = refuse
  net.Server.prototype.listen = refuse
  dgram.Socket.prototype.send = refuse
  dns.lookup = refuse as unknown as typeof dns.lookup
  globalThis.fetch = refuse
}
