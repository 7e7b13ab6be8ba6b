import { inboxWorkTexts } from '#shared/texts/inbox-work-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { SelectField } from '#web/kit/select-field.tsx'
import { showErrorToast } from '#web/kit/toast.tsx'

/** Who looks after a conversation; the row that follows shows it to everybody. */
export function AssigneeChoice({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxWorkTexts)
  const { members } = useCurrentWorkspace()
  const active = members.filter(member => member.status === 'active' && member.person_id !== null)

  async function choose(personId: string) {
    try {
      const body = { person_id: personId || null }
      await call('POST', `/conversations/${conversation.id}/assign`, body, { repeatable: true })
    } catch (error) {
      showErrorToast(messageOf(error))
    }
  }
  return (
    <SelectField
      label={texts.assignee}
      labelHidden
      small
      value={conversation.assignee_id ?? ''}
      options={[
        { value: '', text: texts.nobody },
        ...active.map(member => ({ value: member.person_id ?? '', text: member.name })),
      ]}
      onChoose={personId => void choose(personId)}
    />
  )
}
