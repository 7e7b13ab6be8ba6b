import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Clock, FakeClock } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'

export type Program<C extends Clock = FakeClock> = {
  platform: TestPlatform<C>
  app: FastifyInstance
  /** empty without `listen` */
  origin: string
}

/** Without `listen`, use `app.inject`. Outside a `describe` another `before` does not wait for it: use `beforeEach`. */
export function programForTests<C extends Clock = FakeClock>(
  options: { clock?: C; settings?: Record<string, string>; listen?: boolean } = {},
): Program<C> {
  const program = { origin: '' } as Program<C>
  before(async () => {
    program.platform = await testPlatform<C>(options)
    program.app = await testApp(program.platform)
    if (!options.listen) return
    await program.app.listen({ port: 0, host: '127.0.0.1' })
    program.origin = `http://127.0.0.1:${(program.app.server.address() as AddressInfo).port}`
  })
  after(async () => {
    await program.app.close()
    await program.platform.close()
  })
  return program
}
