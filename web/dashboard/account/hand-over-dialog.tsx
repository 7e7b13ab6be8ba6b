import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type MyShop, useShopsChanged } from './my-shops.ts'

type After = 'admin' | 'member' | 'leave'

export function HandOverDialog({ mine, onClose }: { mine: MyShop; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const { shop, me, others } = mine
  const name = (id: string) => others.find(one => one.id === id)?.name || others.find(one => one.id === id)?.email || ''
  const form = useForm<{ to: string; after: After }>({
    start: { to: others[0]?.id ?? '', after: 'admin' },
    async save({ to, after }) {
      const workspace = shop.id
      // Every step leaves the shop with an admin, and can be repeated if the next fails.
      await call('POST /api/v1/members/:id/role', { params: { id: to }, body: { role: 'admin' }, workspace })
      if (after === 'member')
        await call('POST /api/v1/members/:id/role', { params: { id: me.id }, body: { role: 'member' }, workspace })
      if (after === 'leave') await call('DELETE /api/v1/members/:id', { params: { id: me.id }, workspace })
      showToast(fill(texts.handedOver, { name: name(to) }))
      onClose()
      await changed()
    },
    once: true,
  })

  const title = fill(texts.handOverTitle, { name: shop.name })
  if (others.length === 0)
    return (
      <Dialog open title={title} onClose={onClose} foot={<Invite onClose={onClose} />}>
        <p className="soft">{texts.handOverNobody}</p>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      className=""
      ownProblem
      title={title}
      cancel={texts.later}
      save={texts.handOver}
      busyText={texts.working}
      onClose={onClose}
    >
      <div className="stack gap-4">
        <p className="soft">{texts.handOverText}</p>
        <SelectField
          label={texts.handOverTo}
          options={others.map(one => ({ value: one.id, text: one.name ? `${one.name} (${one.email})` : one.email }))}
          {...form.choice('to')}
        />
        <SelectField<After>
          label={texts.handOverAfter}
          options={[
            { value: 'admin', text: texts.handOverKeep },
            { value: 'member', text: texts.handOverStay },
            { value: 'leave', text: texts.handOverLeave },
          ]}
          {...form.choice('after')}
        />
        {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      </div>
    </FormDialog>
  )
}

function Invite({ onClose }: { onClose(): void }) {
  const texts = useTexts(accountTexts)
  return (
    <>
      <Button onClick={onClose}>{texts.later}</Button>
      <Link className={buttonClass('filled')} to={addresses.team}>
        {texts.handOverInvite}
      </Link>
    </>
  )
}
