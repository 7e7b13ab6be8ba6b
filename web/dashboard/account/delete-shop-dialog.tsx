import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Workspace } from '#web/data/wire-rows.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useShopsChanged } from './my-shops.ts'
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx'

export function DeleteShopDialog({ shop, onClose }: { shop: Workspace; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const { id, name } = shop

  async function close(word: string) {
    await call('DELETE /api/v1/workspace', { body: { word }, workspace: id })
    showToast(fill(texts.shopDeleted, { name }))
    onClose()
    await changed()
  }

  return (
    <TypedConfirmDialog
      title={fill(texts.deleteShopTitle, { name })}
      consequences={[texts.deleteShopText1, texts.deleteShopText2, texts.deleteShopText3]}
      run={close}
      onClose={onClose}
    />
  )
}
