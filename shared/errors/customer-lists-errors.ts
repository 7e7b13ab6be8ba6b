import type { CatalogueEntry } from './catalogue-entry.ts'

export const customerListsErrors = {
  'customer.import_unreadable': {
    status: 400,
    vi: 'Tệp này không đọc được thành danh sách. Trong Excel, hãy chọn Lưu thành, kiểu CSV UTF-8, rồi tải lên lại.',
    en: 'This file could not be read as a list. In Excel choose Save As, type CSV UTF-8, and upload that.',
  },
  'customer.import_too_large': {
    status: 413,
    vi: 'Danh sách quá lớn: tối đa 10 MB và 50.000 dòng. Hãy chia thành nhiều tệp.',
    en: 'The list is too large: at most 10 MB and 50,000 lines. Split it into several files.',
  },
  'customer.import_no_reach': {
    status: 400,
    vi: 'Hãy chọn cột có số điện thoại hoặc e-mail.',
    en: 'Choose the column with phone numbers or email addresses.',
  },
  'customer.import_busy': {
    status: 409,
    vi: 'Đang có một danh sách được xử lý, hoặc danh sách này đã nhập xong.',
    en: 'Another list is being processed, or this one has already been imported.',
  },
  'customer.import_unchecked': {
    status: 409,
    vi: 'Hãy xem thử danh sách trước khi nhập.',
    en: 'Check the list before you import it.',
  },
  'customer.import_has_errors': {
    status: 409,
    vi: 'Có dòng không đọc được. Hãy sửa tệp, hoặc chọn bỏ qua các dòng đó.',
    en: 'Some lines cannot be read. Fix the file, or choose to leave those lines out.',
  },
  'customer.import_over_plan': {
    status: 403,
    vi: 'Gói của bạn không còn đủ chỗ cho ngần này khách. Hãy bớt danh sách hoặc nâng gói.',
    en: 'Your plan has no room for this many customers. Shorten the list or upgrade.',
  },
  'customer.import_undo_late': {
    status: 409,
    vi: 'Chỉ hoàn tác được trong 24 giờ sau khi nhập xong.',
    en: 'An import can only be undone within 24 hours.',
  },
} as const satisfies Record<string, CatalogueEntry>
