import { useQuery } from '@tanstack/react-query'
import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Message } from '#web/data/wire-rows.ts'

type QuoteProps = {
  /** The platform's id of the quoted message. */
  externalId: string
  channelId: string
  known: Message | undefined
}

export function QuotedMessage({ externalId, channelId, known }: QuoteProps) {
  const texts = useTexts(deliveryTexts)
  const read = useQuery({
    queryKey: ['quoted', channelId, externalId],
    queryFn: async () =>
      (
        await readRows('messages', query => query.eq('channel_id', channelId).eq('external_id', externalId).limit(1))
      )[0] ?? null,
    enabled: known === undefined,
  })
  const message = known ?? read.data
  if (!message && !read.isFetched) return null
  if (!message || message.deleted_at !== null) return <span className="inbox-quote muted">{texts.quoteLost}</span>
  const whose = { contact: texts.quoteOfCustomer, bot: texts.quoteOfBot }[message.author as string] ?? texts.quoteOfTeam
  return (
    <span className="inbox-quote">
      <span className="inbox-quote-who">{whose}</span>
      <span className="inbox-quote-words">{message.text || texts.quoteFile}</span>
    </span>
  )
}
