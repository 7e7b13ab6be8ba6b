import { teamTexts } from '#shared/texts/team/team-texts.ts'
import { type Role, roles } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function InviteDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(teamTexts)
  const form = useForm<{ email: string; role: Role }>({
    start: { email: '', role: 'member' },
    check: ({ email }) => ({ email: /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : texts.emailWrong }),
    async save({ email, role }) {
      await call('POST /api/v1/members/invite', { body: { email: email.trim(), role } })
      showToast(fill(texts.invited, { email: email.trim() }))
      onClose()
    },
    fieldOf: () => 'email',
  })

  return (
    <FormDialog
      form={form}
      title={texts.inviteTitle}
      className="stack team-form"
      cancel={texts.later}
      save={texts.send}
      busyText={texts.sending}
      icon="send-horizontal"
      onClose={onClose}
    >
      <Field
        label={texts.email}
        type="email"
        name="email"
        autoComplete="off"
        autoFocus
        hint={texts.emailHint}
        {...form.field('email')}
      />
      <fieldset className="team-roles">
        <legend>{texts.role}</legend>
        {roles.toReversed().map(role => (
          <label key={role}>
            <input type="radio" name="role" checked={form.values.role === role} onChange={() => form.set({ role })} />
            <span>
              <b>{texts[role]}</b>
              <span className="soft">{role === 'admin' ? texts.adminText : texts.memberText}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
