import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Account } from '#web/parts/channels/channel-state.ts'
import { AccountCard } from './account-card.tsx'
import { AccountOffer } from './account-offer.tsx'
import type { CounterUse } from '#web/parts/workspace/counter-use.ts'

const kinds = ['facebook', 'zalo'] as const

export function Accounts({ channels, use }: { channels: Account[]; use: CounterUse | undefined }) {
  const texts = useTexts(channelScreensTexts)
  const limit = use?.limit ?? null
  const full = use !== undefined && limit !== null && use.used >= limit
  return (
    <section className="accounts" aria-labelledby="accounts">
      <h2 id="accounts">{texts.accounts}</h2>
      <div className="account-cards">
        {kinds.flatMap(kind => {
          const connected = channels.filter(channel => channel.kind === kind)
          return [
            ...connected.map(channel => <AccountCard key={channel.id} channel={channel} />),
            <AccountOffer key={kind} kind={kind} any={connected.length > 0} full={full} />,
          ]
        })}
      </div>
    </section>
  )
}
