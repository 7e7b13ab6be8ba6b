import { join } from 'node:path'
import { freePort, makeHome, startServer } from '#tests/setup/server-process.ts'

/** A floor: a program that does the least that must be done, in a home of its own, which `close` removes. */
export async function startFloor(file: string): Promise<{ url: string; close(): Promise<void> }> {
  const home = { ...(await makeHome()), port: await freePort() }
  const settings = { ...home.settings, PORT: String(home.port) }
  const server = await startServer({ ...home, settings }, join(import.meta.dirname, file))
  return {
    url: server.url,
    async close() {
      await server.kill()
      await home.remove()
    },
  }
}
