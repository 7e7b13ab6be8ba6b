/** Every error that people or programs may see. The code is the contract; the texts say what to do next. */
export type CatalogueEntry = { status: number; vi: string; en: string }

export const errorCatalogue = {
  'auth.sign_in_needed': {
    status: 401,
    vi: 'Bạn cần đăng nhập để tiếp tục.',
    en: 'Please sign in to continue.',
  },
  'auth.admin_needed': {
    status: 403,
    vi: 'Việc này cần quyền quản trị. Hãy nhờ quản trị viên của không gian làm việc.',
    en: 'This needs an admin. Ask an admin of your workspace.',
  },
  'auth.operator_needed': {
    status: 403,
    vi: 'Mục này chỉ dành cho người điều hành hệ thống.',
    en: 'This is for the operators of this installation only.',
  },
  'auth.second_step_needed': {
    status: 403,
    vi: 'Tài khoản này đã bật xác minh 2 bước. Hãy nhập mã trong ứng dụng xác thực để tiếp tục.',
    en: 'Two-step verification is on for this account. Enter the code of your authenticator app to continue.',
  },
  'auth.account_locked': {
    status: 403,
    vi: 'Tài khoản này đang bị khoá. Hãy liên hệ bộ phận hỗ trợ.',
    en: 'This account is locked. Please contact support.',
  },
  'request.invalid': {
    status: 400,
    vi: 'Dữ liệu gửi lên chưa đúng. Hãy kiểm tra lại các ô được đánh dấu.',
    en: 'Something in the request is not right. Check the marked fields.',
  },
  'notifications.code_wrong': {
    status: 422,
    vi: 'Mã chưa đúng hoặc đã hết hạn. Hãy kiểm tra lại, hoặc xin mã mới.',
    en: 'The code is wrong or no longer good. Check it, or ask for a new one.',
  },
  'request.not_found': { status: 404, vi: 'Không tìm thấy mục này.', en: 'This was not found.' },
  'request.too_large': { status: 413, vi: 'Dữ liệu gửi lên quá lớn.', en: 'The request is too large.' },
  'request.unsupported_type': {
    status: 415,
    vi: 'Kiểu dữ liệu này không được hỗ trợ.',
    en: 'This kind of content is not supported.',
  },
  'request.too_many': {
    status: 429,
    vi: 'Bạn thao tác hơi nhanh. Hãy đợi một lát rồi thử lại.',
    en: 'That was a little fast. Wait a moment and try again.',
  },
  'request.conflict': {
    status: 409,
    vi: 'Việc này vừa được thực hiện ở nơi khác. Hãy tải lại rồi thử lại.',
    en: 'This has just been done elsewhere. Reload and try again.',
  },
  'changes.too_old': {
    status: 410,
    vi: 'Khoảng vắng mặt quá dài. Hãy tải lại trang.',
    en: 'You were away too long. Please reload.',
  },
  'server.unexpected': {
    status: 500,
    vi: 'Có lỗi ở phía chúng tôi. Hãy thử lại; nếu vẫn lỗi, gửi kèm mã này cho bộ phận hỗ trợ.',
    en: 'Something went wrong on our side. Try again; if it stays, send support this code.',
  },
  'server.busy': {
    status: 503,
    vi: 'Hệ thống đang bận. Hãy thử lại sau ít giây.',
    en: 'The system is busy. Try again in a few seconds.',
  },
  'workspace.none': {
    status: 403,
    vi: 'Tài khoản này chưa thuộc không gian làm việc nào.',
    en: 'This account does not belong to a workspace yet.',
  },
  'workspace.address_unconfirmed': {
    status: 403,
    vi: 'Hãy xác nhận e-mail của bạn trước khi mở thêm không gian làm việc.',
    en: 'Please confirm your e-mail address before you open another workspace.',
  },
  'team.already_member': {
    status: 409,
    vi: 'Người này đã ở trong đội.',
    en: 'This person is in the team already.',
  },
  'team.already_invited': {
    status: 409,
    vi: 'Người này đã được mời và chưa nhận lời. Bạn có thể gửi lại thư mời.',
    en: 'This person has been invited and has not accepted yet. You can send the invitation again.',
  },
  'team.mailed_just_now': {
    status: 429,
    vi: 'Thư mời vừa được gửi. Hãy đợi một phút rồi gửi lại.',
    en: 'The invitation was sent just now. Wait a minute before you send it again.',
  },
  'team.invitation_over': {
    status: 410,
    vi: 'Lời mời này đã hết hạn, đã được dùng hoặc đã bị thu hồi. Hãy nhờ quản trị viên mời lại.',
    en: 'This invitation has expired, was used or was withdrawn. Ask an admin to invite you again.',
  },
  'team.invitation_other_address': {
    status: 403,
    vi: 'Lời mời này gửi tới một địa chỉ e-mail khác. Hãy đăng nhập bằng địa chỉ đó.',
    en: 'This invitation was sent to another e-mail address. Sign in with that address.',
  },
  'team.last_admin': {
    status: 409,
    vi: 'Không gian làm việc luôn cần ít nhất một quản trị viên. Hãy đưa người khác lên làm quản trị trước.',
    en: 'A workspace always needs an admin. Make somebody else an admin first.',
  },
  'workspace.choose': {
    status: 400,
    vi: 'Hãy chọn không gian làm việc (X-Workspace).',
    en: 'Choose a workspace (X-Workspace).',
  },
  'usage.messages_reached': {
    status: 402,
    vi: 'Đã dùng hết số tin nhắn AI của kỳ này. Nâng gói để bot trả lời tiếp; bạn vẫn trả lời khách được.',
    en: 'This period’s AI messages are used up. Upgrade to let the bot go on; you can still reply by hand.',
  },
  'usage.connections_reached': {
    status: 402,
    vi: 'Đã đủ số kết nối của gói. Ngắt một kênh hoặc nâng gói để thêm kênh mới.',
    en: 'Your plan’s connections are all in use. Disconnect one, or upgrade to add another.',
  },
  'usage.documents_reached': {
    status: 402,
    vi: 'Đã đủ số tài liệu của gói. Xoá bớt một tài liệu hoặc nâng gói để thêm tài liệu mới.',
    en: 'Your plan’s documents are all in use. Remove one, or upgrade to add another.',
  },
  'usage.members_reached': {
    status: 402,
    vi: 'Đã đủ số thành viên của gói. Nâng gói để mời thêm người.',
    en: 'Your plan’s seats are all taken. Upgrade to invite more people.',
  },
  'inbox.message_empty': { status: 400, vi: 'Tin nhắn đang trống.', en: 'The message is empty.' },
  'inbox.message_too_long': {
    status: 400,
    vi: 'Tin nhắn dài quá 2.000 ký tự. Hãy chia thành vài tin.',
    en: 'The message is longer than 2,000 characters. Split it into several.',
  },
  'inbox.nothing_to_retry': {
    status: 409,
    vi: 'Tin nhắn này đã được gửi hoặc đang được gửi.',
    en: 'This message was sent, or is on its way.',
  },
  'inbox.window_closed': {
    status: 409,
    vi: 'Đã quá thời hạn mà nền tảng cho phép trả lời khách này. Có thể nhắn lại khi khách nhắn tin mới.',
    en: 'The time in which the platform allows a reply to this customer is over. You can write again once they have.',
  },
  'inbox.cost_confirmation_needed': {
    status: 409,
    vi: 'Nền tảng có thể tính phí tin nhắn này. Hãy xác nhận rồi gửi lại.',
    en: 'The platform may charge for this message. Confirm it and send again.',
  },
  'inbox.attachment_missing': {
    status: 400,
    vi: 'Không tìm thấy tệp đính kèm. Hãy tải tệp lên lại.',
    en: 'The attached file is not there. Upload it again.',
  },
  'inbox.conversation_closed': {
    status: 409,
    vi: 'Cuộc trò chuyện này đã đóng.',
    en: 'This conversation is closed.',
  },
  'bot.model_address_refused': {
    status: 400,
    vi: 'Không dùng được địa chỉ này. Hãy nhập địa chỉ https công khai của nhà cung cấp mô hình.',
    en: 'This address cannot be used. Enter the provider’s public https address.',
  },
  'bot.model_key_needed': {
    status: 400,
    vi: 'Hãy nhập khoá API của nhà cung cấp này. Khi đổi nhà cung cấp hoặc địa chỉ, cần nhập lại khoá.',
    en: 'Enter this provider’s API key. With another provider or address the key must be entered again.',
  },
  'channel.domain_invalid': {
    status: 400,
    vi: 'Tên miền này chưa đúng. Hãy nhập như shop.vn, *.shop.vn hoặc localhost:3000.',
    en: 'This is not a domain. Write it like shop.vn, *.shop.vn or localhost:3000.',
  },
  'channel.taken': {
    status: 409,
    vi: 'Tài khoản này đang được kết nối ở một không gian làm việc khác. Hãy ngắt kết nối ở đó trước.',
    en: 'This account is connected in another workspace. Disconnect it there first.',
  },
  'channel.token_invalid': {
    status: 400,
    vi: 'Mã truy cập này không dùng được. Hãy lấy mã mới trên nền tảng rồi thử lại.',
    en: 'This token does not work. Get a new one on the platform and try again.',
  },
  'channel.account_mismatch': {
    status: 409,
    vi: 'Mã truy cập này thuộc về một tài khoản khác.',
    en: 'This token belongs to another account.',
  },
  'channel.no_hooks': {
    status: 401,
    vi: 'Chữ ký của lời gọi này không đúng.',
    en: 'The signature of this call is not right.',
  },
  'channel.nothing_to_repair': {
    status: 409,
    vi: 'Kênh này phải được kết nối lại bằng cách đăng nhập.',
    en: 'This channel has to be connected again by signing in.',
  },
  'zalo.not_configured': {
    status: 409,
    vi: 'Máy chủ này chưa được nối với ứng dụng Zalo nên chưa kết nối được Official Account. Hãy báo người quản trị máy chủ.',
    en: 'This server is not linked to a Zalo app yet, so no official account can be connected. Tell whoever runs it.',
  },
  'facebook.not_configured': {
    status: 409,
    vi: 'Máy chủ này chưa được nối với ứng dụng Meta nên chưa kết nối được trang Facebook. Hãy báo người quản trị máy chủ.',
    en: 'This server is not linked to a Meta app yet, so no Facebook page can be connected. Tell whoever runs it.',
  },
  'facebook.pick_over': {
    status: 404,
    vi: 'Lần đăng nhập Facebook này đã hết hạn. Hãy bấm kết nối để đăng nhập lại.',
    en: 'This Facebook sign-in is over. Connect again to sign in anew.',
  },
  'facebook.page_not_offered': {
    status: 400,
    vi: 'Trang này không có trong các trang bạn vừa cho phép, hoặc bạn chưa có quyền nhắn tin ở đó.',
    en: 'This page is not among those that you have just allowed, or you may not answer messages there.',
  },
  'facebook.subscribe_failed': {
    status: 502,
    vi: 'Facebook chưa cho nhận tin nhắn của trang này nên trang chưa được kết nối. Hãy thử lại và giữ nguyên mọi quyền được hỏi.',
    en: 'Facebook did not let us receive this page’s messages, so it is not connected. Try again and keep all permissions it asks for.',
  },
  'widget.not_found': {
    status: 404,
    vi: 'Khung chat này không tồn tại hoặc đã ngắt kết nối. Hãy lấy lại đoạn mã ở mục Kết nối.',
    en: 'This chat widget does not exist or was disconnected. Copy the script again from Connect.',
  },
  'widget.domain_not_registered': {
    status: 403,
    vi: 'Tên miền của trang này chưa được đăng ký cho khung chat. Hãy thêm nó ở mục Kết nối.',
    en: 'This page’s domain is not registered for the chat widget. Add it under Connect.',
  },
  'widget.no_domains': {
    status: 403,
    vi: 'Khung chat chưa có tên miền nào nên chưa hiện ở đâu cả. Hãy thêm tên miền ở mục Kết nối.',
    en: 'The chat widget has no domains yet, so it shows nowhere. Add one under Connect.',
  },
  'widget.ticket_invalid': {
    status: 401,
    vi: 'Vé mở khung chat đã hết hạn. Hãy tải lại trang.',
    en: 'The ticket to open the chat is over. Please reload the page.',
  },
  'widget.session_needed': {
    status: 401,
    vi: 'Phiên trò chuyện đã hết hạn. Hãy tải lại trang.',
    en: 'The chat session is over. Please reload the page.',
  },
  'widget.file_missing': {
    status: 400,
    vi: 'Chưa có tệp nào được gửi. Hãy chọn một ảnh hoặc tệp PDF.',
    en: 'No file was sent. Choose a picture or a PDF.',
  },
  'widget.file_type': {
    status: 415,
    vi: 'Khung chat chỉ nhận ảnh (PNG, JPG, GIF, WebP) và tệp PDF.',
    en: 'The chat takes pictures (PNG, JPG, GIF, WebP) and PDF files only.',
  },
  'widget.file_too_large': {
    status: 413,
    vi: 'Tệp lớn quá 10 MB.',
    en: 'The file is larger than 10 MB.',
  },
  'widget.files_full': {
    status: 409,
    vi: 'Cửa hàng hiện không nhận thêm tệp. Hãy nhắn bằng lời giúp nhé.',
    en: 'The shop takes no more files just now. Please write it in words.',
  },
  'site.contact_wrong': {
    status: 400,
    vi: 'Hãy để lại e-mail hoặc số điện thoại để chúng tôi trả lời bạn.',
    en: 'Leave an e-mail address or a phone number, so that we can answer you.',
  },
  'site.message_too_long': {
    status: 400,
    vi: 'Lời nhắn dài quá 2.000 ký tự. Hãy rút gọn giúp chúng tôi.',
    en: 'The message is longer than 2,000 characters. Please shorten it.',
  },
  'site.token_wrong': {
    status: 403,
    vi: 'Trang này mở đã lâu hoặc trình duyệt chặn cookie. Hãy tải lại trang rồi gửi lại.',
    en: 'The page has been open for long, or the browser blocks cookies. Reload it and send again.',
  },
  'site.human_missing': {
    status: 400,
    vi: 'Vui lòng xác minh bạn không phải là robot',
    en: 'Please verify you are not a robot',
  },
  'site.human_refused': {
    status: 400,
    vi: 'Mã xác minh Turnstile không hợp lệ!',
    en: 'Turnstile token was not valid!',
  },
  'site.human_unreachable': {
    status: 503,
    vi: 'Chưa kiểm tra được xác minh. Hãy thử lại sau ít phút.',
    en: 'The check could not be made just now. Try again in a few minutes.',
  },
  'training.file_missing': {
    status: 400,
    vi: 'Chưa có tệp nào. Chọn một tệp PDF, DOCX hoặc TXT.',
    en: 'No file came with this. Choose a PDF, DOCX or TXT file.',
  },
  'training.file_too_large': {
    status: 413,
    vi: 'Tệp lớn hơn 10 MB. Hãy nén hoặc chia thành các tệp nhỏ hơn rồi tải lên lại.',
    en: 'This file is larger than 10 MB. Compress or split it, then upload again.',
  },
  'training.wrong_type': {
    status: 415,
    vi: 'Chỉ đọc được tệp PDF, DOCX hoặc TXT; nội dung tệp này không phải vậy. Hãy lưu lại thành một trong ba loại đó.',
    en: 'Only PDF, DOCX and TXT can be read, and this file holds something else. Save it as one of those.',
  },
  'training.old_word': {
    status: 415,
    vi: 'Tệp Word đời cũ (.doc) không đọc được. Mở bằng Word, lưu thành .docx rồi tải lên.',
    en: 'Old Word files (.doc) cannot be read. Open it in Word, save it as .docx and upload that.',
  },
  'training.empty': {
    status: 422,
    vi: 'Tệp không có chữ nào để đọc. Thêm nội dung rồi tải lên lại.',
    en: 'There are no words in this file. Add some and upload it again.',
  },
  'training.file_encrypted': {
    status: 422,
    vi: 'Tệp có mật khẩu nên không đọc được. Bỏ mật khẩu rồi tải lên lại.',
    en: 'This file is locked with a password. Remove the password and upload it again.',
  },
  'training.no_text': {
    status: 422,
    vi: 'Tệp chỉ có ảnh, không có chữ để đọc. Tải bản PDF có chữ.',
    en: 'This file holds only pictures. Upload a PDF with text.',
  },
  'training.file_damaged': {
    status: 422,
    vi: 'Tệp bị hỏng hoặc tải lên chưa trọn vẹn. Mở thử trên máy, lưu lại rồi tải lên.',
    en: 'This file is damaged or incomplete. Open it on your computer, save it again and upload that.',
  },
  'training.file_too_complex': {
    status: 422,
    vi: 'Tệp bung ra quá lớn nên việc đọc đã dừng để giữ an toàn. Bỏ bớt ảnh hoặc chia nhỏ tệp rồi tải lên.',
    en: 'This file unpacks to far too much, so reading was stopped. Remove pictures or split it, then upload again.',
  },
  'training.file_too_long': {
    status: 422,
    vi: 'Tệp quá dài để đọc một lần. Chia thành nhiều tệp rồi tải lên.',
    en: 'This file is too long to read in one piece. Split it into several files.',
  },
  'training.text_encoding': {
    status: 422,
    vi: 'Không nhận ra bảng mã của tệp chữ này. Mở bằng Notepad, chọn Lưu thành với mã UTF-8 rồi tải lên.',
    en: 'The encoding of this text file is unknown. Save it as UTF-8 and upload it again.',
  },
  'training.old_font': {
    status: 422,
    vi: 'Tệp dùng phông chữ Việt đời cũ (như .VnTime hay VNI) nên chữ đọc ra bị sai. Chuyển sang Unicode (ví dụ bằng UniKey) rồi tải lên lại.',
    en: 'This file is set in an old Vietnamese font (such as .VnTime or VNI), so its letters come out wrong. Convert it to Unicode and upload it again.',
  },
  'training.too_slow': {
    status: 422,
    vi: 'Đọc tệp này mất quá lâu nên đã dừng. Chia nhỏ tệp hoặc lưu một bản đơn giản hơn rồi tải lên.',
    en: 'Reading this file took too long, so it was stopped. Split it or save a simpler version, then upload again.',
  },
  'training.could_not_read': {
    status: 500,
    vi: 'Chưa đọc được tệp này vì lỗi ở phía chúng tôi. Bấm Thử lại; nếu vẫn lỗi, hãy liên hệ bộ phận hỗ trợ.',
    en: 'We could not read this file because of a fault on our side. Press Try again; if it stays, contact support.',
  },
  'training.upload_again': {
    status: 409,
    vi: 'Tệp này không đọc lại được. Sửa theo lý do đã nêu rồi tải lên lại.',
    en: 'This file cannot be tried again. Mend it as its reason says, then upload it again.',
  },
  'training.same_file': {
    status: 409,
    vi: 'Tệp này đã có ở một tài liệu khác. Hãy chọn tệp khác, hoặc xoá tài liệu kia trước.',
    en: 'Another document holds this very file already. Choose another file, or remove that document first.',
  },
  'training.stopped': {
    status: 409,
    vi: 'Bạn đã dừng việc đọc. Bấm Đọc lại khi muốn tiếp tục.',
    en: 'You stopped the reading. Press Read again to go on.',
  },
  'training.link_invalid': {
    status: 400,
    vi: 'Địa chỉ này không dùng được. Hãy nhập địa chỉ công khai của trang, ví dụ https://shop.vn/bang-gia',
    en: 'This address cannot be used. Enter the public address of a page, such as https://shop.example/prices',
  },
  'training.link_exists': {
    status: 409,
    vi: 'Địa chỉ này đã có trong danh sách. Bấm Đồng bộ ngay ở đó nếu muốn đọc lại.',
    en: 'This address is on the list already. Press Sync now there to read it again.',
  },
  'training.page_unreachable': {
    status: 422,
    vi: 'Không mở được trang này: website không trả lời hoặc đang lỗi. Hãy thử mở trên trình duyệt, rồi đọc lại.',
    en: 'This page could not be opened: the website does not answer or has a fault. Try it in a browser, then read it again.',
  },
  'training.page_refused': {
    status: 422,
    vi: 'Website không cho đọc trang này (cần đăng nhập hoặc chặn bot). Hãy mở quyền xem công khai rồi đọc lại.',
    en: 'The website does not let this page be read (it needs a sign-in or blocks bots). Make it public, then read it again.',
  },
  'training.page_missing': {
    status: 422,
    vi: 'Website báo trang này không tồn tại. Hãy kiểm tra lại địa chỉ.',
    en: 'The website says that this page does not exist. Check the address.',
  },
  'training.page_robots': {
    status: 422,
    vi: 'Tệp robots.txt của website không cho bot đọc trang này. Hãy cho phép SenBot trong robots.txt rồi đọc lại.',
    en: 'The website’s robots.txt keeps bots away from this page. Allow SenBot there, then read it again.',
  },
  'training.page_type': {
    status: 415,
    vi: 'Địa chỉ này không phải trang web có chữ. Nếu là tệp PDF hay Word, hãy tải tệp lên.',
    en: 'This address is no page with text. If it is a PDF or Word file, upload the file.',
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
    en: 'This page redirects too often, or to another website. Enter the last address itself.',
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
    en: 'This question is on the list already. Change its answer there.',
  },
  'training.pairs_reached': {
    status: 402,
    vi: 'Đã đủ 2.000 cặp hỏi và đáp. Xoá bớt cặp không dùng, hoặc gom chúng vào một tệp.',
    en: 'There are 2,000 questions and answers already. Remove some, or put them into a file.',
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
    vi: 'Một số dòng chưa đúng nên chưa nhập dòng nào. Hãy sửa các dòng được đánh dấu, hoặc chọn bỏ qua chúng.',
    en: 'Some lines are not right, so nothing was imported. Mend the marked lines, or choose to leave them out.',
  },
  'training.cases_reached': {
    status: 409,
    vi: 'Đã đủ 200 câu kiểm tra. Xoá bớt một câu để thêm câu mới.',
    en: 'There are 200 test questions already. Remove one to add another.',
  },
  'training.check_changed': {
    status: 409,
    vi: 'Trong lúc bạn xem, đã có thay đổi khác. Hãy xem lại so sánh mới rồi quyết định.',
    en: 'Something else changed while you were looking. Look at the new comparison, then decide.',
  },
  'training.answers_worse': {
    status: 409,
    vi: 'Có câu trả lời kém đi. Hãy xem so sánh và xác nhận nếu vẫn muốn dùng.',
    en: 'Some answers get worse. Look at the comparison and confirm if you want it all the same.',
  },
  'training.version_erased': {
    status: 409,
    vi: 'Một phần của bản này đã bị xoá hẳn, nên không quay lại được nữa.',
    en: 'Part of this version was erased for good, so it cannot be brought back.',
  },
  'training.correction_overtaken': {
    status: 409,
    vi: 'Câu trả lời này đã được sửa tiếp sau đó, nên không hoàn tác được nữa. Hãy sửa nó ở mục Huấn luyện.',
    en: 'This answer has been changed again since, so it cannot be undone. Change it under Training.',
  },
  'billing.method_off': {
    status: 409,
    vi: 'Cách thanh toán này chưa được bật. Hãy chọn cách khác, hoặc liên hệ bộ phận hỗ trợ.',
    en: 'This way to pay is not set up. Choose another one, or contact support.',
  },
  'billing.already_subscribed': {
    status: 409,
    vi: 'Không gian làm việc này đang có gói trả phí. Hãy đổi gói ở mục Thanh toán.',
    en: 'This workspace has a paid plan already. Change it under Billing.',
  },
  'billing.no_plan': {
    status: 409,
    vi: 'Không gian làm việc này chưa có gói trả phí nào đang chạy.',
    en: 'This workspace has no paid plan that is running.',
  },
  'billing.pay_first': {
    status: 409,
    vi: 'Kỳ này chưa được thanh toán. Hãy thanh toán đơn gia hạn trước, rồi đổi gói.',
    en: 'This period is not paid yet. Pay its renewal first, then change the plan.',
  },
  'billing.same_plan': {
    status: 409,
    vi: 'Đây chính là gói bạn đang dùng.',
    en: 'This is the plan you have.',
  },
  'billing.order_closed': {
    status: 409,
    vi: 'Đơn này đã xong hoặc đã huỷ.',
    en: 'This order is over.',
  },
  'billing.order_partly_paid': {
    status: 409,
    vi: 'Đơn đang mở đã nhận một phần tiền. Hãy chuyển nốt phần còn thiếu, hoặc liên hệ bộ phận hỗ trợ.',
    en: 'Part of the open order is paid already. Transfer the rest of it, or contact support.',
  },
  'billing.too_much_in_use': {
    status: 409,
    vi: 'Bạn đang dùng nhiều hơn gói mới cho phép. Hãy bớt kênh kết nối, tài liệu hoặc thành viên trước.',
    en: 'More is in use than the new plan allows. Remove some channels, documents or members first.',
  },
  'billing.renewing_unchanged': {
    status: 502,
    vi: 'Nhà cung cấp thanh toán chưa nhận thay đổi này. Hãy thử lại sau ít phút.',
    en: 'The payment provider has not taken this change. Try again in a few minutes.',
  },
  'billing.provider_down': {
    status: 503,
    vi: 'Hiện chưa mở được trang thanh toán của đối tác. Vui lòng thử lại sau ít phút hoặc chọn cách thanh toán khác.',
    en: 'The payment provider’s page cannot be opened right now. Try again in a few minutes, or pay another way.',
  },
  'billing.proof_missing': {
    status: 400,
    vi: 'Hãy chọn ảnh (PNG, JPG, WebP) hoặc tệp PDF của biên lai chuyển khoản.',
    en: 'Choose a picture (PNG, JPG, WebP) or a PDF of the transfer’s receipt.',
  },
  'billing.proof_wrong_type': {
    status: 415,
    vi: 'Biên lai phải là ảnh PNG, JPG, WebP hoặc tệp PDF.',
    en: 'The receipt must be a PNG, JPG or WebP picture, or a PDF.',
  },
  'billing.proof_too_large': {
    status: 413,
    vi: 'Biên lai lớn quá 10 MB.',
    en: 'The receipt is larger than 10 MB.',
  },
  'billing.transfer_known': {
    status: 409,
    vi: 'Khoản chuyển này đã được ghi nhận trước đó.',
    en: 'This transfer has been recorded before.',
  },
  'billing.invoice_not_ready': {
    status: 409,
    vi: 'Hoá đơn đang được tạo. Hãy thử lại sau ít giây.',
    en: 'The invoice is being made. Try again in a few seconds.',
  },
  'billing.refund_refused': {
    status: 409,
    vi: 'Khoản này không còn hoàn tiền được theo chính sách hoàn tiền.',
    en: 'The refund policy does not allow a refund of this payment.',
  },
  'billing.refund_open': {
    status: 409,
    vi: 'Khoản này đang có hoặc đã có yêu cầu hoàn tiền.',
    en: 'A refund of this payment was asked for already.',
  },
  'operator.link_over': {
    status: 410,
    vi: 'Liên kết này đã dùng rồi hoặc đã quá 24 giờ. Tạo liên kết mới bằng lệnh: npm run sen -- operator-link',
    en: 'This link has been used or is older than 24 hours. Make a new one with: npm run sen -- operator-link',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

export function errorText(code: ErrorCode, language: 'vi' | 'en'): string {
  return errorCatalogue[code][language]
}
