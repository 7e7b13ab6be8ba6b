import type { ReactNode } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { EmptyIllustration } from '#web/kit/feedback/empty-state.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { ShopAvatar } from './shop-avatar.tsx'

const petal = 'M0 0C-9-9-11-30 0-46 11-30 9-9 0 0Z'
/** From the outside in; `at`: the step with which it opens. */
const petals = [
  { turn: -89, at: 5, fill: '#B85479' },
  { turn: 89, at: 5, fill: '#B85479' },
  { turn: -59, at: 4, fill: '#D9739A' },
  { turn: 59, at: 4, fill: '#D9739A' },
  { turn: -30, at: 2, fill: '#F08FB0' },
  { turn: 30, at: 3, fill: '#F08FB0' },
  { turn: 0, at: 0, fill: '#FFD9E4' },
]

export function FlowerBackdrop({ petals: open, children }: { petals: number; children: ReactNode }) {
  return (
    <>
      <div className="start-beside">{children}</div>
      <span className="start-water" aria-hidden="true" />
      <svg className="start-flower" viewBox="0 0 200 180" aria-hidden="true">
        <path d="M100 50C98 90 103 130 100 150" stroke="#5EC79F" strokeWidth="2.6" fill="none" />
        <ellipse cx="100" cy="150" rx="46" ry="8" fill="none" stroke="#3d7d68" />
        <ellipse cx="100" cy="150" rx="84" ry="15" fill="none" stroke="#2a5f4e" />
        {petals.map(({ turn, at, fill }) => (
          <path
            key={turn}
            d={petal}
            transform={`translate(100 50) rotate(${open >= at ? turn : Math.sign(turn) * 9})`}
            fill={fill}
            stroke="#0A3A2D"
            strokeWidth="1.6"
          />
        ))}
        {open >= 5 && <path d="M86 46q14 9 28 0l-4 7q-10 5-20 0Z" fill="#F4D77F" />}
      </svg>
    </>
  )
}

export function ChatPreview({
  name,
  avatar,
  state,
  message,
  asleep = false,
}: {
  name: string
  avatar: string | null
  state: string
  message: string
  /** Before it has read anything. */
  asleep?: boolean
}) {
  const texts = useTexts(startTexts)
  return (
    <div className="start-chat" aria-hidden="true">
      <div className="chat-head">
        <ShopAvatar name={name} avatar={avatar} />
        <div>
          <b className="ell">{name || texts.yourShop}</b>
          <span className="muted">{state}</span>
        </div>
      </div>
      <div className="start-chat-log">
        {asleep && <EmptyIllustration />}
        <Bubble author="bot">{message}</Bubble>
        <span className="start-chat-by">
          <BotIcon /> Bot
        </span>
      </div>
      <div className="start-chat-foot">
        <span className="fill">{texts.writeHere}</span>
        <Icon name="send-horizontal" />
      </div>
    </div>
  )
}
