import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { teamTexts } from '#shared/texts/team/team-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Member } from '#web/data/wire-rows.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'

export function RemoveMemberDialog({ member, mine, onClose }: { member: Member; mine: boolean; onClose(): void }) {
  const texts = useTexts(teamTexts)
  const navigate = useNavigate()
  const values = { name: member.name || member.email, email: member.email }
  const [title, text, act, done] = mine
    ? [texts.leaveTitle, texts.leaveText, texts.leaveNow, '']
    : member.status === 'pending'
      ? [texts.withdrawTitle, texts.withdrawText, texts.withdrawNow, texts.withdrawn]
      : [texts.removeTitle, texts.removeText, texts.removeNow, texts.removed]

  async function remove() {
    await call('DELETE /api/v1/members/:id', { params: { id: member.id } })
    if (mine) void navigate(addresses.dashboard)
    else showToast(fill(done, values))
  }

  return (
    <ConfirmDialog
      title={fill(title, values)}
      keep={texts.keep}
      act={act}
      busyText={texts.working}
      run={remove}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
