import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { useAvatarUpload } from '#web/parts/workspace/use-avatar-upload.ts'
import { ShopAvatar } from './shop-avatar.tsx'

export function PictureField(props: { name: string; value: string | null; onValue(value: string | null): void }) {
  const { name, value, onValue } = props
  const texts = useTexts(startTexts)
  const { busy, problem, input, choose } = useAvatarUpload({ refused: texts.pictureWrong, onUploaded: onValue })

  return (
    <div className="start-picture">
      <ShopAvatar name={name} avatar={value} large />
      <div className="fill">
        <div className="row flex-wrap">
          <Button icon="upload" busy={busy} busyText={texts.pictureSending} onClick={choose}>
            {value ? texts.pictureChange : texts.picture}
          </Button>
          {value && !busy && (
            <Button look="quiet" onClick={() => onValue(null)}>
              {texts.pictureRemove}
            </Button>
          )}
        </div>
        {problem ? (
          <p className="field-error" role="alert">
            {problem}
          </p>
        ) : (
          <p className="hint">{texts.pictureHint}</p>
        )}
      </div>
      <FilePicker {...input} aria-label={texts.picture} />
    </div>
  )
}
