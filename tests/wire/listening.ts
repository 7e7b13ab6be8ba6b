import type { AddressInfo } from 'node:net'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Clock, type FakeClock, fakeClock } from '#platform/clock.ts'
import type { Snapshot } from '#server/test-engines.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'

export const openToAll = { REALTIME_ANON_TOPICS: '*', REALTIME_ANON_TABLES: '*' }

export type Listening<C extends Clock = FakeClock> = {
  platform: TestPlatform<C>
  url: string
  client(person?: Owner): SupabaseClient
  close(): Promise<void>
}

export async function startListening<C extends Clock = FakeClock>(
  clock?: C,
  settings: Record<string, string> = {},
  snapshot?: Snapshot,
): Promise<Listening<C>> {
  // Matches the client's clock, which renews a session that seems expired.
  const platform = await testPlatform<C>({
    clock: clock ?? (fakeClock(new Date().toISOString()) as Clock as C),
    settings,
    ...(snapshot && { snapshot }),
  })
  const app = await testApp(platform)
  try {
    await platform.changes.start()
    await platform.broadcast.start()
    await app.listen({ port: 0, host: '127.0.0.1' })
  } catch (error) {
    // Otherwise a test that cannot begin would not end.
    await app.close()
    await platform.close()
    throw error
  }
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const clients: SupabaseClient[] = []
  return {
    platform,
    url,
    client(person) {
      const made = createClient(url, platform.tokens.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { disconnectOnEmptyChannelsAfterMs: 0 }, // otherwise a timer keeps the process alive
        ...(person ? { accessToken: async () => tokenOf(person) } : {}),
      })
      clients.push(made)
      return made
    },
    async close() {
      await Promise.all(clients.map(client => client.removeAllChannels()))
      await app.close()
      await platform.close()
    },
  }
}

export function tokenOf(person: Owner): string {
  return person.headers.authorization.replace('Bearer ', '')
}
