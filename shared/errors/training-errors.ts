import type { CatalogueEntry } from './catalogue-entry.ts'

export const trainingErrors = {
  'training.file_missing': {
    status: 400,
    vi: 'Chưa có tệp nào. Chọn một tệp PDF, DOCX, TXT hoặc ảnh JPEG, PNG, WebP.',
    en: 'No file was attached. Choose a PDF, DOCX or TXT file, or a JPEG, PNG or WebP picture.',
  },
  'training.file_too_large': {
    status: 413,
    vi: 'Tệp lớn hơn 10 MB. Hãy nén hoặc chia thành các tệp nhỏ hơn rồi tải lên lại.',
    en: 'This file is larger than 10 MB. Compress or split it, then upload again.',
  },
  'training.wrong_type': {
    status: 415,
    vi: 'Chỉ đọc được tệp PDF, DOCX, TXT và ảnh JPEG, PNG, WebP; nội dung tệp này không phải vậy. Hãy lưu lại thành một trong các loại đó.',
    en: 'Only PDF, DOCX, TXT and pictures (JPEG, PNG, WebP) can be read, and this file is something else. Save it as one of those.',
  },
  'training.old_word': {
    status: 415,
    vi: 'Tệp Word đời cũ (.doc) không đọc được. Mở bằng Word, lưu thành .docx rồi tải lên.',
    en: 'Old Word files (.doc) cannot be read. Open it in Word, save it as .docx and upload that.',
  },
  'training.empty': {
    status: 422,
    vi: 'Tệp không có chữ nào để đọc. Thêm nội dung rồi tải lên lại.',
    en: 'There is no text in this file. Add some and upload it again.',
  },
  'training.file_encrypted': {
    status: 422,
    vi: 'Tệp có mật khẩu nên không đọc được. Bỏ mật khẩu rồi tải lên lại.',
    en: 'This file is locked with a password. Remove the password and upload it again.',
  },
  'training.no_text': {
    status: 422,
    vi: 'Tệp này không có chữ nào đọc được. Tải bản PDF có chữ, hoặc chụp lại cho rõ rồi tải ảnh lên.',
    en: 'There is no readable text in this file. Upload a PDF with text, or a clear photo of it.',
  },
  'training.file_damaged': {
    status: 422,
    vi: 'Tệp bị hỏng hoặc tải lên chưa trọn vẹn. Mở thử trên máy, lưu lại rồi tải lên.',
    en: 'This file is damaged or incomplete. Open it on your computer, save it again and upload that.',
  },
  'training.file_too_complex': {
    status: 422,
    vi: 'Tệp bung ra quá lớn nên việc đọc đã dừng để giữ an toàn. Bỏ bớt ảnh hoặc chia nhỏ tệp rồi tải lên.',
    en: 'This file is far too large once unpacked, so reading was stopped. Remove pictures or split it, then upload again.',
  },
  'training.file_too_long': {
    status: 422,
    vi: 'Tệp quá dài để đọc một lần. Chia thành nhiều tệp rồi tải lên.',
    en: 'This file is too long to read in one go. Split it into several files.',
  },
  'training.text_encoding': {
    status: 422,
    vi: 'Không nhận ra bảng mã của tệp chữ này. Mở bằng Notepad, chọn Lưu thành với mã UTF-8 rồi tải lên.',
    en: 'The encoding of this text file is unknown. Save it as UTF-8 and upload it again.',
  },
  'training.old_font': {
    status: 422,
    vi: 'Tệp dùng phông chữ Việt đời cũ (như .VnTime hay VNI) nên chữ đọc ra bị sai. Chuyển sang Unicode (ví dụ bằng UniKey) rồi tải lên lại.',
    en: 'This file is set in an old Vietnamese font (such as .VnTime or VNI), so its text comes out garbled. Convert it to Unicode and upload it again.',
  },
  'training.heic': {
    status: 415,
    vi: 'Ảnh HEIC của iPhone chưa đọc được. Mở Cài đặt > Camera > Định dạng, chọn “Tương thích nhất” rồi chụp lại; hoặc chụp màn hình bức ảnh này và tải ảnh chụp màn hình lên.',
    en: 'HEIC pictures from an iPhone cannot be read. Choose Settings > Camera > Formats > “Most Compatible” and take it again, or upload a screenshot of this picture.',
  },
  'training.picture_too_large': {
    status: 422,
    vi: 'Ảnh có quá nhiều điểm (hơn 40 triệu). Hãy chụp ở độ phân giải thấp hơn hoặc thu nhỏ ảnh rồi tải lên.',
    en: 'This picture has too many pixels (over 40 million). Take it at a lower resolution or make it smaller, then upload again.',
  },
  'training.picture_too_small': {
    status: 422,
    vi: 'Ảnh quá nhỏ để đọc chữ. Hãy tải ảnh gốc, không phải ảnh thu nhỏ.',
    en: 'This picture is too small to read. Upload the original, not a thumbnail.',
  },
  'training.picture_unreadable': {
    status: 422,
    vi: 'Chưa đọc được chữ trong ảnh này: có thể ảnh mờ, bị xoay ngang, hoặc là chữ viết tay. Chụp thẳng, đủ sáng, đúng chiều rồi tải lên lại; bảng viết tay thì hãy gõ lại thành tệp.',
    en: 'The words in this picture could not be read: it may be blurred, sideways or handwritten. Take it again straight on, upright and in good light; type handwriting into a file.',
  },
  'training.picture_handwritten': {
    status: 422,
    vi: 'Ảnh này có vẻ là chữ viết tay hoặc chữ kiểu cách, máy đọc không chắc nên dễ nhầm giá. Bạn gõ lại các dòng giúp nhé, hoặc chụp lại rõ hơn nếu đây là chữ in.',
    en: 'This looks like handwriting or ornate lettering. It was too hard to read for the prices to be trusted. Type the lines instead or, if they are printed, take a clearer photo.',
  },
  'training.scan_too_long': {
    status: 422,
    vi: 'Bản quét dài hơn 10 trang. Hãy chia thành các tệp tối đa 10 trang, hoặc tải bản PDF có chữ.',
    en: 'This scan has more than 10 pages. Split it into files of at most 10 pages, or upload a PDF with text.',
  },
  'training.lines_changed': {
    status: 409,
    vi: 'Tài liệu vừa có bản mới nên các dòng này không còn. Hãy xem lại các dòng của bản mới.',
    en: 'This document has a new version, so these lines are gone. Look through those of the new one.',
  },
  'training.line_decided': {
    status: 409,
    vi: 'Trong lúc bạn xem, người khác vừa quyết định dòng này nên chưa lưu gì. Bạn xem lại rồi lưu nhé.',
    en: 'Somebody else decided on this line while you were looking at it, so nothing was saved. Look at it again, then save.',
  },
  'training.too_slow': {
    status: 422,
    vi: 'Đọc tệp này mất quá lâu nên đã dừng. Chia nhỏ tệp hoặc lưu một bản đơn giản hơn rồi tải lên.',
    en: 'Reading this file took too long, so it was stopped. Split it or save a simpler version, then upload again.',
  },
  'training.could_not_read': {
    status: 500,
    vi: 'Chưa đọc được tệp này vì lỗi ở phía chúng tôi. Bấm Thử lại; nếu vẫn lỗi, hãy liên hệ bộ phận hỗ trợ.',
    en: 'We could not read this file because of a fault on our side. Press Try again; if it keeps failing, contact support.',
  },
  'training.upload_again': {
    status: 409,
    vi: 'Tệp này không đọc lại được. Sửa theo lý do đã nêu rồi tải lên lại.',
    en: 'This file cannot be read again. Fix it for the reason given, then upload it again.',
  },
  'training.same_file': {
    status: 409,
    vi: 'Tệp này đã có ở một tài liệu khác. Hãy chọn tệp khác, hoặc xoá tài liệu kia trước.',
    en: 'This same file is already in another document. Choose another file, or remove that document first.',
  },
  'training.stopped': {
    status: 409,
    vi: 'Bạn đã dừng việc đọc. Bấm Đọc lại khi muốn tiếp tục.',
    en: 'You stopped the reading. Press Read again to continue.',
  },
  'training.link_invalid': {
    status: 400,
    vi: 'Địa chỉ này không dùng được. Hãy nhập địa chỉ công khai của trang, ví dụ https://shop.vn/bang-gia',
    en: 'This address cannot be used. Enter the public address of a page, such as https://shop.example/prices',
  },
  'training.link_exists': {
    status: 409,
    vi: 'Địa chỉ này đã có trong danh sách. Bấm Đồng bộ ngay ở đó nếu muốn đọc lại.',
    en: 'This address is already on the list. Press Sync now there to read it again.',
  },
  'training.page_unreachable': {
    status: 422,
    vi: 'Không mở được trang này: website không trả lời hoặc đang lỗi. Hãy thử mở trên trình duyệt, rồi đọc lại.',
    en: 'This page could not be opened: the website is not responding or has an error. Try it in a browser, then read it again.',
  },
  'training.page_refused': {
    status: 422,
    vi: 'Website không cho đọc trang này (cần đăng nhập hoặc chặn bot). Hãy mở quyền xem công khai rồi đọc lại.',
    en: 'The website does not let this page be read (it requires signing in or blocks bots). Make it public, then read it again.',
  },
  'training.page_missing': {
    status: 422,
    vi: 'Website báo trang này không tồn tại. Hãy kiểm tra lại địa chỉ.',
    en: 'The website says this page does not exist. Check the address.',
  },
  'training.page_robots': {
    status: 422,
    vi: 'Tệp robots.txt của website không cho bot đọc trang này. Hãy cho phép SenBot trong robots.txt rồi đọc lại.',
    en: 'The website’s robots.txt keeps bots away from this page. Allow SenBot there, then read it again.',
  },
  'training.page_type': {
    status: 415,
    vi: 'Địa chỉ này không phải trang web có chữ. Nếu là tệp PDF hay Word, hãy tải tệp lên.',
    en: 'This address is not a page with text. If it is a PDF or Word file, upload the file.',
  },
  'training.page_empty': {
    status: 422,
    vi: 'Trang không có chữ nào đọc được; nội dung có thể chỉ hiện khi chạy trong trình duyệt. Hãy chép nội dung vào một tệp rồi tải lên.',
    en: 'No words could be read on this page; they may only appear inside a browser. Copy them into a file and upload that.',
  },
  'training.page_too_large': {
    status: 413,
    vi: 'Trang quá lớn nên không đọc (hơn 5 MB, hoặc hơn 500 đoạn). Hãy dùng một trang ngắn hơn.',
    en: 'This page is too large and was not read (over 5 MB, or over 500 passages). Use a shorter one.',
  },
  'training.page_redirects': {
    status: 422,
    vi: 'Trang chuyển hướng quá nhiều lần, hoặc sang website khác. Hãy nhập thẳng địa chỉ cuối cùng.',
    en: 'This page redirects too often, or to another website. Enter the final address directly.',
  },
  'training.sitemap_empty': {
    status: 422,
    vi: 'Không tìm thấy sitemap, hoặc sitemap không có trang nào của website này. Hãy nhập địa chỉ sitemap, hoặc chọn đọc cả website.',
    en: 'No sitemap was found, or it lists no page of this website. Enter the sitemap’s address, or read the whole website.',
  },
  'training.pair_empty': {
    status: 400,
    vi: 'Cần có cả câu hỏi và câu trả lời.',
    en: 'Both a question and an answer are needed.',
  },
  'training.pair_too_long': {
    status: 400,
    vi: 'Câu hỏi dài nhất 300 ký tự, câu trả lời dài nhất 1.000 ký tự.',
    en: 'A question has at most 300 characters, an answer at most 1,000.',
  },
  'training.pair_exists': {
    status: 409,
    vi: 'Câu hỏi này đã có trong danh sách. Hãy sửa câu trả lời ở đó.',
    en: 'This question is already on the list. Change its answer there.',
  },
  'training.edits_reached': {
    status: 409,
    vi: 'Đã sửa 1.000 dòng. Hãy sửa thẳng trong tài liệu rồi tải bản mới.',
    en: '1,000 lines have already been corrected. Change the document itself and upload it again.',
  },
  'training.pairs_reached': {
    status: 402,
    vi: 'Đã đủ 2.000 cặp hỏi và đáp. Xoá bớt cặp không dùng, hoặc gom vào một tệp.',
    en: 'There are already 2,000 questions and answers. Remove some, or put them into a file.',
  },
  'training.csv_unreadable': {
    status: 422,
    vi: 'Tệp này không đọc được thành bảng. Lưu dạng CSV (UTF-8) với hai cột: câu hỏi và câu trả lời.',
    en: 'This file cannot be read as a table. Save it as CSV (UTF-8) with two columns: question and answer.',
  },
  'training.csv_too_large': {
    status: 413,
    vi: 'Tệp CSV dài quá 2.000 dòng hoặc lớn quá 4 MB. Hãy chia thành nhiều tệp.',
    en: 'The CSV file has more than 2,000 lines or is larger than 4 MB. Split it into several.',
  },
  'training.csv_problems': {
    status: 422,
    vi: 'Một số dòng chưa đúng nên chưa nhập dòng nào. Hãy sửa các dòng được đánh dấu, hoặc chọn bỏ qua.',
    en: 'Some lines are not right, so nothing was imported. Fix the marked lines, or choose to leave them out.',
  },
  'training.cases_reached': {
    status: 409,
    vi: 'Đã đủ 200 câu kiểm tra. Xoá bớt một câu để thêm câu mới.',
    en: 'There are already 200 test questions. Remove one to add another.',
  },
  'training.check_changed': {
    status: 409,
    vi: 'Trong lúc bạn xem, đã có thay đổi khác. Hãy xem lại so sánh mới rồi quyết định.',
    en: 'Something else changed in the meantime. Check the new comparison, then decide.',
  },
  'training.answers_worse': {
    status: 409,
    vi: 'Có câu trả lời kém đi. Hãy xem so sánh và xác nhận nếu vẫn muốn dùng.',
    en: 'Some answers get worse. Check the comparison and confirm if you still want it.',
  },
  'training.version_erased': {
    status: 409,
    vi: 'Một phần của bản này đã bị xoá hẳn, nên không quay lại được nữa.',
    en: 'Part of this version was permanently deleted, so it cannot be brought back.',
  },
  'training.correction_overtaken': {
    status: 409,
    vi: 'Câu trả lời này đã được sửa tiếp sau đó, nên không hoàn tác được nữa. Hãy sửa ở mục Huấn luyện.',
    en: 'This answer has since been changed again, so it cannot be undone. Change it under Training.',
  },
} as const satisfies Record<string, CatalogueEntry>
