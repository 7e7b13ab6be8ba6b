import { demoDocuments, demoOwner } from './demo-shop-texts.ts'
import { type OwnerAccount, type ShopOwner, signInOwner, signUpOwner } from './shop-client.ts'

/** The demo shop if it has its history; otherwise a shop of its own, because a trial allows only one channel. */
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
