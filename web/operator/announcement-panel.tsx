import { useState } from 'react'
import type { DeskAnnouncement } from '#shared/contracts/announcements.results.ts'
import { installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { useAnnouncements, useHouseTimes } from './desk-lists.ts'
import { DeskItem, DeskPanel } from './desk-panel.tsx'

export function AnnouncementPanel() {
  const texts = useTexts(installationTexts)
  const [writing, setWriting] = useState(false)
  return (
    <>
      <DeskPanel
        title={texts.announcements}
        actions={
          <Button size="sm" icon="pencil" onClick={() => setWriting(true)}>
            {texts.write}
          </Button>
        }
        query={useAnnouncements()}
        empty={texts.noAnnouncements}
      >
        {announcements => (
          <ul>
            {announcements.map(one => (
              <AnnouncementItem key={one.id} announcement={one} />
            ))}
          </ul>
        )}
      </DeskPanel>
      {writing && <AnnouncementDialog onClose={() => setWriting(false)} />}
    </>
  )
}

function AnnouncementItem({ announcement }: { announcement: DeskAnnouncement }) {
  const texts = useTexts(installationTexts)
  const times = useHouseTimes()
  const { language } = useLanguage()
  const { kind, audience, status, created_at, people, notified, mailed, read } = announcement
  const words = announcement[language]
  return (
    <DeskItem name={words.title} text={words.text}>
      <Chip tone={status === 'done' ? 'ok' : 'info'} icon={status === 'done' ? 'circle-check' : 'clock'}>
        {texts[status]}
      </Chip>
      <span className="muted">{`${texts[kind]} · ${texts[audience]}`}</span>
      <span className="muted num" role="status">
        {fill(texts.progress, { notified, people, mailed, read })}
      </span>
      <span className="fill" />
      <span className="muted num">{times.dateAndClock(created_at)}</span>
    </DeskItem>
  )
}
