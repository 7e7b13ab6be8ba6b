import { useState } from 'react'
import { accountTexts } from '#shared/texts/account-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { fill } from '#web/parts/texts.ts'
import { type MyShop, useShopsChanged } from './my-shops.ts'

/** Asks before one leaves a team; what becomes of the screen then is told by the frame. */
export function LeaveShopDialog({ mine: { shop, me }, onClose }: { mine: MyShop; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { id, name } = shop

  async function leave() {
    setBusy(true)
    setProblem(undefined)
    try {
      await call('DELETE', `/members/${me.id}`, undefined, { workspace: id })
      onClose()
      await changed()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(texts.leaveTitle, { name })}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button look="danger" busy={busy} busyText={texts.working} onClick={() => void leave()}>
            {texts.leaveShop}
          </Button>
        </>
      }
    >
      <p className="soft">{texts.leaveText}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
