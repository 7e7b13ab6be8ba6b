import { useState } from 'react'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { signOutHere } from '#web/data/session/sign-in.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { counted, fill } from '#web/parts/language/texts.ts'
import { type MyShop, useMyShops } from './my-shops.ts'
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx'

export function DeleteAccountDialog({ email, onClose }: { email: string; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const shops = useMyShops()
  const [chosen, setChosen] = useState<string[]>([])
  const left = (shops.data ?? []).filter(mine => mine.onlyAdmin)
  const undecided = left.some(mine => !chosen.includes(mine.shop.id))

  async function erase(word: string) {
    try {
      await call('DELETE /api/v1/account', { body: { word, delete_workspaces: chosen } })
    } catch (error) {
      // Shops to decide on may have changed.
      void shops.refetch()
      throw error
    }
    // The frame leads to the sign-in page once the session is gone.
    showToast(texts.accountDeleted)
    await signOutHere()
  }

  return (
    <TypedConfirmDialog
      title={fill(texts.deleteTitle, { email })}
      consequences={[texts.deleteText1, texts.deleteText2, texts.deleteText3]}
      lacks={undecided ? texts.deleteChoose : undefined}
      run={erase}
      onClose={onClose}
    >
      {left.length > 0 && (
        <fieldset className="stack">
          <legend className="left-shops">{texts.deleteLeft}</legend>
          {left.map(mine => (
            <LeftShop
              key={mine.shop.id}
              mine={mine}
              checked={chosen.includes(mine.shop.id)}
              onCheck={on => setChosen(ids => (on ? [...ids, mine.shop.id] : ids.filter(id => id !== mine.shop.id)))}
            />
          ))}
        </fieldset>
      )}
    </TypedConfirmDialog>
  )
}

type LeftShopProps = { mine: MyShop; checked: boolean; onCheck(on: boolean): void }

function LeftShop({ mine: { shop, others }, checked, onCheck }: LeftShopProps) {
  const texts = useTexts(accountTexts)
  const { language } = useLanguage()
  return (
    <label className="row left-shop">
      <input type="checkbox" className="check" checked={checked} onChange={event => onCheck(event.target.checked)} />
      <span>
        {fill(texts.deleteToo, { name: shop.name })}.
        <span className="soft block text-sm">
          {others.length === 0
            ? texts.deleteAlone
            : counted(language, others.length, texts.deleteWithOthers, texts.deleteWithOthers)}
        </span>
      </span>
    </label>
  )
}
