import { type DemoConversation, demoTexts } from './demo-shop-texts.ts'
import { signInOwner, type ShopOwner, signUpOwner } from './shop-client.ts'
import { openVisitor, type Page } from './visitor-client.ts'

export type DemoShop = { widget: string; email: string; password: string; made: boolean }

type Steps = { first_step: number | null; first_version: number }
type Channel = { id: string; account_id: string }

const atOnce = 4

/** Idempotent, so it may be called at every start. `shopPage`: origin of the page that embeds the widget. */
export async function makeDemoShop(
  url: string,
  anonKey: string,
  mailFolder: string,
  shopPage: string,
  { shop, owner: account, documents, conversations } = demoTexts,
): Promise<DemoShop> {
  const known = await signInOwner(url, anonKey, account)
  const owner = known ?? (await signUpOwner(url, anonKey, mailFolder, account))
  if (!known) await owner.act('PATCH', '/workspace', { name: shop })
  const taught = await owner.rows<{ title: string }>('sources?select=title&status=neq.removed')
  for (const [name, text] of Object.entries(documents)) {
    const there = taught.some(source => name.startsWith(source.title) || source.title === name)
    if (!there) await owner.teach(name, new TextEncoder().encode(text), 'text/plain')
  }
  const page: Page = { widget: await connect(owner, new URL(shopPage).host, shop), origin: shopPage, locale: 'vi' }
  await finishFirstSteps(owner)
  const held = (await owner.rows('conversations?select=id')).length
  const missing = conversations.slice(held)
  async function visit(): Promise<void> {
    for (let next = missing.shift(); next; next = missing.shift()) await hold(url, owner, page, next)
  }
  await Promise.all(Array.from({ length: atOnce }, visit))
  return { widget: page.widget, email: account.email, password: account.password, made: known === undefined }
}

async function finishFirstSteps(owner: ShopOwner): Promise<void> {
  const [shop] = await owner.rows<Steps>('workspaces?select=first_step,first_version&kind=eq.shop')
  if (typeof shop?.first_step === 'number')
    await owner.act('POST', '/first-steps/finish', { version: shop.first_version, page: true })
}

async function connect(owner: ShopOwner, host: string, name: string): Promise<string> {
  const channels = await owner.rows<Channel>(
    'channels?select=id,account_id&kind=eq.website&hosted=eq.false&status=neq.disconnected',
  )
  const there = channels[0]
  if (!there) return (await owner.act<Channel>('POST', '/channels/websites', { domains: [host], name })).account_id
  await owner.act('PUT', `/channels/${there.id}/domains`, { domains: [host] })
  return there.account_id
}

async function hold(url: string, owner: ShopOwner, page: Page, conversation: DemoConversation): Promise<void> {
  const visitor = await openVisitor(url, { ...page, locale: conversation.locale })
  let id = ''
  for (const line of conversation.lines) {
    id = (await visitor.say(line)).conversation_id
    await visitor.answers(15).catch(() => []) // after a hand-over the bot may stay silent
  }
  if (conversation.byHand) await owner.act('POST', `/conversations/${id}/reply`, { text: conversation.byHand })
}
