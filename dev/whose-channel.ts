import { demoDocuments, demoOwner } from './demo-shop-texts.ts'
import { type OwnerAccount, type ShopOwner, signInOwner, signUpOwner } from './shop-client.ts'

/**
 * Who has the demo's page or official account: the demo shop, where it has lived through its weeks, else a shop of its own with the
 * same documents, for a trial has room for one channel.
 */
export async function whoseChannel(
  server: string,
  anonKey: string,
  mailFolder: string,
  kind: 'facebook' | 'zalo',
  otherwise: OwnerAccount,
): Promise<ShopOwner> {
  const main = await signInOwner(server, anonKey, demoOwner)
  const channels = await main?.rows(`channels?select=id&kind=eq.${kind}&status=neq.disconnected`)
  if (main && channels && channels.length > 0) return main
  const known = await signInOwner(server, anonKey, otherwise)
  const owner = known ?? (await signUpOwner(server, anonKey, mailFolder, otherwise))
  const taught = await owner.rows<{ title: string }>('sources?select=title&status=neq.removed')
  for (const [name, text] of Object.entries(demoDocuments)) {
    const there = taught.some(source => name.startsWith(source.title) || source.title === name)
    if (!there) await owner.teach(name, new TextEncoder().encode(text), 'text/plain')
  }
  return owner
}
