import type { Tokens } from '#web/data/arrival.ts'
import { client } from '#web/data/client.ts'

/** Ends what a link brought: it is spent, and must not lie about. */
export async function dropLink(tokens: Tokens): Promise<void> {
  await client()
    .auth.admin.signOut(tokens.access_token, 'local')
    .catch(() => undefined)
}
