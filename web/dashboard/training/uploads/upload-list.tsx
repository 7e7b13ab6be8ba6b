import { numberFormat } from '#shared/rules/text/number-format.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { fileSize } from '#web/dashboard/training/sources/file-size.ts'
import { FileBadge } from '#web/dashboard/training/sources/file-badge.tsx'
import { ProgressBar } from '#web/dashboard/training/progress-bar.tsx'
import type { Upload, UploadQueue } from './upload-queue.ts'

export function UploadList({ queue, uploads }: { queue: UploadQueue; uploads: readonly Upload[] }) {
  const texts = useTexts(trainingTexts)
  if (uploads.length === 0) return null
  return (
    <section className="panel training-uploads" aria-label={texts.uploads}>
      <ul>
        {uploads.map(upload => (
          <li key={upload.id}>
            <FileBadge name={upload.file.name} />
            <div className="fill">
              <p className="training-file-name">{upload.file.name}</p>
              <UploadState upload={upload} />
            </div>
            {upload.state === 'failed' && upload.again && (
              <Button size="sm" onClick={() => queue.retry(upload.id)}>
                {texts.tryAgain}
              </Button>
            )}
            <IconButton
              icon="x"
              label={fill(upload.state === 'failed' || upload.state === 'same' ? texts.dismiss : texts.cancel, {
                name: upload.file.name,
              })}
              onClick={() => queue.remove(upload.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadState({ upload }: { upload: Upload }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  if (upload.state === 'failed') {
    return (
      <p className="training-problem" role="alert">
        <Icon name="circle-alert" size="sm" />
        <span>{upload.problem}</span>
      </p>
    )
  }
  if (upload.state === 'same') return <p className="soft training-second">{texts.same}</p>
  const percent = numberFormat(language, { style: 'percent' }).format(upload.share)
  const words =
    upload.state === 'waiting'
      ? texts.waiting
      : upload.state === 'storing'
        ? texts.storing
        : fill(texts.sending, { percent })
  return <ProgressBar words={words} share={upload.share} after={fileSize(upload.file.size, language)} />
}
