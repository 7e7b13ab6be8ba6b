import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type MyShop, useShopsChanged } from './my-shops.ts'

export function LeaveShopDialog({ mine: { shop, me }, onClose }: { mine: MyShop; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const { id, name } = shop

  async function leave() {
    await call('DELETE /api/v1/members/:id', { params: { id: me.id }, workspace: id })
    void changed()
  }

  return (
    <ConfirmDialog
      title={fill(texts.leaveTitle, { name })}
      keep={texts.keep}
      act={texts.leaveShop}
      busyText={texts.working}
      run={leave}
      onClose={onClose}
    >
      <p>{texts.leaveText}</p>
    </ConfirmDialog>
  )
}
