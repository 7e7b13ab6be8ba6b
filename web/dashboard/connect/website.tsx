import { useState } from 'react'
import { readableDomain } from '#shared/rules/readable-domain.ts'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { ChannelGlyph } from '#web/kit/channel-glyph.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { isConnected, lastSeen, seenOn } from '#web/parts/channels.ts'
import { timeAgo, useNow } from '#web/parts/relative-times.ts'
import { fill } from '#web/parts/texts.ts'
import { Domains } from './domains.tsx'
import { ScriptTag } from './script-tag.tsx'
import { useWebsiteActions } from './website-actions.ts'

/** One website channel: how it does, its script, and where the script may run. */
export function Website({ channel, domains }: { channel: Channel; domains: string[] }) {
  const texts = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const now = useNow()
  const [leaving, setLeaving] = useState(false)
  const seen = lastSeen(channel)
  const pages = Object.keys(seenOn(channel))
  const connected = isConnected(channel)
  const ago = (at: string | null) => (at ? timeAgo(language, at, now, texts.justNow) : texts.never)

  return (
    <div className="website">
      <section className="panel channel-card" aria-labelledby={`website-${channel.id}`}>
        <div className="row gap-[13px]">
          <ChannelGlyph kind="website" size={36} hidden />
          <div className="fill">
            <h2 id={`website-${channel.id}`}>{texts.website}</h2>
            <p className="muted ell text-[13.5px]">{domains.map(readableDomain).join(', ') || channel.name}</p>
          </div>
          <Chip tone={connected ? 'ok' : 'plain'} icon={connected ? 'circle-check' : 'circle-dashed'}>
            {connected ? texts.connected : texts.notConnected}
          </Chip>
        </div>
        {seen ? (
          <dl className="facts num">
            {pages.length > 0 && (
              <>
                <dt>{texts.lastSeen}</dt>
                <dd>{ago(seen)}</dd>
              </>
            )}
            <dt>{texts.lastIn}</dt>
            <dd>{ago(channel.last_in_at)}</dd>
          </dl>
        ) : (
          <p className="soft">{texts.notSeenText}</p>
        )}
        <div className="channel-card-foot">
          <Button look="danger-quiet" size="sm" onClick={() => setLeaving(true)}>
            {texts.disconnect}
          </Button>
        </div>
      </section>
      <div className="website-details">
        <ScriptTag widget={channel.account_id} />
        <Domains channel={channel} domains={domains} />
      </div>
      <Disconnect
        open={leaving}
        channel={channel}
        name={domains[0] ? readableDomain(domains[0]) : channel.name}
        onClose={() => setLeaving(false)}
      />
    </div>
  )
}

function Disconnect({
  open,
  channel,
  name,
  onClose,
}: {
  open: boolean
  channel: Channel
  name: string
  onClose: () => void
}) {
  const texts = useTexts(dashboardTexts)
  const { disconnect } = useWebsiteActions()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setBusy(true)
    setProblem(undefined)
    try {
      await disconnect(channel.id)
      onClose()
      showToast(texts.disconnected)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={fill(texts.disconnectTitle, { name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button look="danger" busy={busy} busyText={texts.disconnecting} onClick={() => void leave()}>
            {texts.disconnect}
          </Button>
        </>
      }
    >
      <p className="soft mt-1.5">{texts.disconnectText}</p>
      {problem && (
        <div className="mt-3">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </Dialog>
  )
}
