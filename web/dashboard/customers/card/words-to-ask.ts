import type { Language } from '#shared/words.ts'
import type { ConsentText } from '#web/parts/customers/consent-texts.ts'
import type { Card } from './read-card.ts'

type Asked = {
  customer: Pick<Card['customer'], 'language'>
  contacts: Pick<Card['contacts'][number], 'id' | 'channel_id' | 'language'>[]
  conversations: Pick<Card['conversations'][number], 'contact_id' | 'language'>[]
}
type Written = Pick<ConsentText, 'purpose' | 'language' | 'words'>

/** What the server sends when it asks on this channel, whatever the member reads; empty where it has no words in that language. */
export function wordsToAsk(stored: readonly Written[], card: Asked, channelId: string, shop: Language): string {
  const contact = card.contacts.find(one => one.channel_id === channelId)
  const conversation = card.conversations.find(one => one.contact_id === contact?.id)
  const language = card.customer.language ?? contact?.language ?? conversation?.language ?? shop
  return stored.find(one => one.purpose === 'promotion' && one.language === language)?.words ?? ''
}
