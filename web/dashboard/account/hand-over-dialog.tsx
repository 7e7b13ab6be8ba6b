import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type MyShop, useShopsChanged } from './my-shops.ts'

type After = 'admin' | 'member' | 'leave'

export function HandOverDialog({ mine, onClose }: { mine: MyShop; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const { shop, me, others } = mine
  const [to, setTo] = useState(others[0]?.id ?? '')
  const [then, setThen] = useState<After>('admin')
  const { busy, problem, perform } = useAction({ once: true })
  const name = (id: string) => others.find(one => one.id === id)?.name || others.find(one => one.id === id)?.email || ''

  async function handOver() {
    const workspace = shop.id
    await perform(async () => {
      // Every step leaves the shop with an admin, and can be repeated if the next fails.
      await call('POST /api/v1/members/:id/role', { params: { id: to }, body: { role: 'admin' }, workspace })
      if (then === 'member')
        await call('POST /api/v1/members/:id/role', { params: { id: me.id }, body: { role: 'member' }, workspace })
      if (then === 'leave') await call('DELETE /api/v1/members/:id', { params: { id: me.id }, workspace })
      showToast(fill(texts.handedOver, { name: name(to) }))
      onClose()
      await changed()
    })
  }

  const title = fill(texts.handOverTitle, { name: shop.name })
  if (others.length === 0)
    return (
      <Dialog open title={title} onClose={onClose} foot={<Invite onClose={onClose} />}>
        <p className="soft">{texts.handOverNobody}</p>
      </Dialog>
    )
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.later}</Button>
          <Button look="filled" busy={busy} busyText={texts.working} onClick={() => void handOver()}>
            {texts.handOver}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p className="soft">{texts.handOverText}</p>
        <SelectField
          label={texts.handOverTo}
          value={to}
          options={others.map(one => ({ value: one.id, text: one.name ? `${one.name} (${one.email})` : one.email }))}
          onChoose={setTo}
        />
        <SelectField<After>
          label={texts.handOverAfter}
          value={then}
          options={[
            { value: 'admin', text: texts.handOverKeep },
            { value: 'member', text: texts.handOverStay },
            { value: 'leave', text: texts.handOverLeave },
          ]}
          onChoose={setThen}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
      </div>
    </Dialog>
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
