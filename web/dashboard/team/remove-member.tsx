import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { teamTexts } from '#shared/texts/team-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Member } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { fill } from '#web/parts/texts.ts'

/** Asks before somebody is taken out, an invitation is withdrawn, or one leaves oneself. */
export function RemoveMemberDialog({ member, mine, onClose }: { member: Member; mine: boolean; onClose(): void }) {
  const texts = useTexts(teamTexts)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const values = { name: member.name || member.email, email: member.email }
  const [title, text, act, done] = mine
    ? [texts.leaveTitle, texts.leaveText, texts.leaveNow, '']
    : member.status === 'pending'
      ? [texts.withdrawTitle, texts.withdrawText, texts.withdrawNow, texts.withdrawn]
      : [texts.removeTitle, texts.removeText, texts.removeNow, texts.removed]

  async function remove() {
    setBusy(true)
    setProblem(undefined)
    try {
      await call('DELETE', `/members/${member.id}`)
      onClose()
      if (mine) void navigate(addresses.dashboard)
      else showToast(fill(done, values))
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(title, values)}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button look="danger" busy={busy} busyText={texts.working} onClick={() => void remove()}>
            {act}
          </Button>
        </>
      }
    >
      <p className="soft team-dialog-text">{text}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
