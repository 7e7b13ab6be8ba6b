// What shrink-picture.test.ts calls: a canvas stands only in a browser.
import { shrinkPicture } from './shrink-picture.ts'

Object.assign(window, { shrinkPicture })
