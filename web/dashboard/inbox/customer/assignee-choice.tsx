import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { conflictOf } from '#web/parts/forms/conflict-notice.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { fill } from '#web/parts/language/texts.ts'

export function AssigneeChoice({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxWorkTexts)
  const tools = useTexts(inboxToolsTexts)
  const { members } = useCurrentWorkspace()
  const active = members.filter(member => member.status === 'active' && member.person_id !== null)

  function takenWords(error: unknown): string | undefined {
    const conflict = conflictOf(error)
    if (!conflict) return undefined
    const name = members.find(member => member.person_id === conflict.by)?.name
    return name ? fill(tools.takenBy, { name: givenName(name) }) : tools.releasedMeanwhile
  }

  const { perform } = useAction({
    onProblem: showErrorToast,
    wordsOf: error => takenWords(error) ?? messageOf(error),
  })

  async function choose(personId: string) {
    // The assignee shown when the choice was made: a colleague may just have taken the conversation.
    const body = { person_id: personId || null, instead_of: conversation.assignee_id }
    await perform(() =>
      call('POST /api/v1/conversations/:id/assign', { params: { id: conversation.id }, body, repeatable: true }),
    )
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
