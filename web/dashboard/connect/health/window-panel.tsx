import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Account } from '#web/parts/channels/channel-state.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { duration, useNow } from '#web/parts/time/relative-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { usePaidReplies } from '#web/dashboard/connect/accounts/paid-replies.ts'
import { maxCounted, useOpenConversations, type Waiting } from './answer-windows.ts'
import { actedBy, type Zone, zoneOf } from './answer-zones.ts'

const shown = 5
const zoneTexts = {
  facebook: { open: 'zoneOpenFacebook', late: 'zoneLateFacebook', closed: 'zoneClosed' },
  zalo: { open: 'zoneOpenZalo', late: 'zoneLateZalo', closed: 'zoneClosed' },
} as const

export function WindowPanel({ channel }: { channel: Account }) {
  const texts = useTexts(channelScreensTexts)
  const now = useNow()
  const { data: rows } = useOpenConversations(channel)
  const botPays = typeof usePaidReplies(channel)?.max_month === 'number'
  const { kind } = channel
  if (!rows || rows.length === 0) return null
  const { humanAgent } = pageConfig()
  const zones: Zone[] = kind === 'facebook' && !humanAgent ? ['open', 'closed'] : ['open', 'late', 'closed']
  const found = rows.map(row => ({ row, ...zoneOf({ kind, humanAgent }, actedBy(row), now) }))
  const count = (wanted: Zone) => found.filter(({ zone }) => zone === wanted).length
  return (
    <section className="panel windows" aria-labelledby="windows">
      <div className="panel-head">
        <h2 className="fill" id="windows">
          {texts.windows}
        </h2>
        <span className="muted num text-sm">
          {fill(texts.windowsOpen, { count: rows.length === maxCounted ? `${maxCounted}+` : rows.length })}
        </span>
      </div>
      <dl className="zones num">
        {zones.map(zone => (
          <div key={zone} className={`zone zone-${zone}`}>
            <dt>{fill(texts[zoneTexts[kind][zone]], { count: count(zone) })}</dt>
            <dd>{zone === 'late' && botPays ? texts.lateTextPays : texts[`${zone}Text`]}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {found.slice(0, shown).map(({ row, zone, until }) => (
          <Customer key={row.id} row={row} zone={zone} leftMs={until ? until.getTime() - now : 0} />
        ))}
      </ul>
    </section>
  )
}

function Customer({ row, zone, leftMs }: { row: Waiting; zone: Zone; leftMs: number }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const left = zone === 'open' ? fill(texts.timeLeft, { time: duration(language, leftMs) }) : texts[`${zone}Short`]
  return (
    <li className="window-row">
      <Link className="link ell" to={addresses.conversation.replace(':conversationId', row.id)}>
        {row.contact_name.trim() || fill(texts.nameless, { code: row.contact_id.slice(-4).toUpperCase() })}
      </Link>
      <span className={`num zone-word zone-${zone}`}>{left}</span>
    </li>
  )
}
