import type { WebAuthnErrorCode } from '@simplewebauthn/browser'
import { hindiAddInstituteTexts } from '#contract/add-institute-texts.hi.ts'
import { hindiAttendanceTexts } from '#contract/attendance-texts.hi.ts'
import { hindiNewPasswordTexts } from '#contract/new-password-texts.hi.ts'
import type { CataloguedReason } from '#contract/problems.ts'
import { isCatalogued, malformedReasons } from '#contract/problems.ts'
import { hindiRegistrationTexts } from '#contract/registration-texts.hi.ts'
import { maxPasskeysPerAccount, maxPasswordLength } from '#contract/rules.ts'
import { hindiTexts } from '#contract/texts.hi.ts'

const devicesFail = 'डिवाइस यह काम नहीं कर सका। फिर कोशिश करें, या दूसरी पासकी लें।'
const wrongAddress = 'इस वेब पते पर पासकी का उपयोग नहीं हो सकता।'

const { rulings, stepUp } = hindiTexts

/** The catalogue of contract/problems.ts. */
const byReason: Readonly<Record<CataloguedReason, string | ((value: string) => string)>> = {
  general_argument_invalid: 'इस अनुरोध में कुछ मान्य नहीं है।',
  general_bad_request: 'यह अनुरोध पढ़ा नहीं जा सका।',
  general_query_invalid: 'ऐसी खोज नहीं की जा सकती।',
  document_missing_data: 'इस रिकॉर्ड में कोई जानकारी नहीं है।',
  document_missing_payload: 'इस बदलाव में कोई जानकारी नहीं है।',
  document_invalid_structure: 'इस रिकॉर्ड के खाने सही नहीं हैं।',
  general_unauthorized_scope: 'कृपया पहले लॉग इन करें।',
  user_invalid_credentials: 'ईमेल या पासवर्ड ग़लत है।',
  user_invalid_token: 'यह अनुरोध अब मान्य नहीं है। कृपया फिर से शुरू करें।',
  user_more_factors_required: 'सत्यापन नहीं हो सका',
  user_unauthorized: 'आपको इसकी अनुमति नहीं है।',
  general_unknown_origin: 'यह अनुरोध Rollkey के अपने पृष्ठों से नहीं आया है।',
  user_email_not_verified: 'कृपया पहले अपना ईमेल सत्यापित करें।',
  document_delete_restricted: 'यह रिकॉर्ड उपयोग में है, इसलिए हटाया नहीं जा सकता।',
  general_route_not_found: 'ऐसा कोई पता नहीं है।',
  project_not_found: 'ऐसा कोई प्रोजेक्ट नहीं है।',
  database_not_found: 'ऐसा कोई डेटाबेस नहीं है।',
  collection_not_found: 'ऐसा कोई संग्रह नहीं है।',
  document_not_found: 'ऐसा कोई रिकॉर्ड नहीं है।',
  user_session_not_found: 'ऐसा कोई सत्र नहीं है।',
  general_not_implemented: 'यह पता इस तरह के अनुरोध का जवाब नहीं देता।',
  user_already_exists: 'इस ईमेल से एक खाता पहले से है।',
  user_target_already_exists: 'इस ईमेल से एक खाता पहले से है।',
  user_email_already_verified: 'यह ईमेल पहले ही सत्यापित हो चुका है।',
  document_already_exists: 'यह रिकॉर्ड पहले से मौजूद है।',
  document_update_conflict: 'यह रिकॉर्ड इस बीच बदल गया है। कृपया फिर कोशिश करें।',
  document_unique_constraint_violation: 'यह रोल नंबर इस संस्थान में किसी और का है। कृपया जाँचें, या अपने संस्थान से पूछें।',
  attendance_session_active: 'एक सत्र पहले से चल रहा है',
  general_rate_limit_exceeded: 'बहुत बार कोशिश हो चुकी है। कृपया थोड़ा रुककर फिर कोशिश करें।',
  general_unknown: 'हमारी ओर से कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।',
  general_service_unavailable: 'सेवा अभी व्यस्त है। कृपया थोड़ी देर में फिर कोशिश करें।',

  'already-marked': hindiAttendanceTexts.alreadyMarked,
  'already-member': hindiAddInstituteTexts.duplicate,
  'attendance-changed': 'उपस्थिति इस बीच बदल गई है। कृपया फिर कोशिश करें।',
  'attendance-ended': hindiAttendanceTexts.ended,
  'attendance-not-started': hindiAttendanceTexts.noSession,
  'before-first-day': (firstDay) =>
    `यह पाठ्यक्रम ${firstDay} को शुरू होता है। कृपया बाद का समय चुनें, या इसके विवरण में पहला दिन और पहले का रखें।`,
  'book-too-large': 'इस अवधि की उपस्थिति पुस्तिका एक फ़ाइल के लिए बहुत बड़ी है। कृपया छोटी अवधि चुनें।',
  'classes-changed': 'कक्षाओं की संख्या इस बीच बदल गई है। कृपया फिर कोशिश करें।',
  'current-password-wrong': 'मौजूदा पासवर्ड ग़लत है।',
  'day-pass-over': 'यह एक दिन का पास समाप्त हो चुका है। कृपया कार्यालय से नया माँगें।',
  'day-pass-stands': 'यह किसी और ने पहले ही दर्ज किया है। एक दिन का पास इसे नहीं बदल सकता; कृपया कार्यालय से कहें।',
  'day-pass-used':
    'यह एक दिन का पास किसी और ब्राउज़र में खोला जा चुका है। यह केवल एक ब्राउज़र में चलता है; कृपया कार्यालय से नया माँगें।',
  'desk-digits-old': 'ये अंक अब काम नहीं करते। कृपया डेस्क से नए अंक माँगें।',
  'desk-digits-wrong': 'ये मेल में लिखे अंक नहीं हैं।',
  'desk-email-of-another': (name: string) =>
    `यहाँ इस ईमेल का खाता पहले से ${name} का है। अपने ईमेल के बिना व्यक्ति सूची में रहता है, और हाज़िरी पुकारकर लगती है। या नया ईमेल दर्ज करें।`,
  'desk-no-email': 'सूची में इस व्यक्ति का कोई ईमेल नहीं है।',
  'desk-no-mail': 'आज इस व्यक्ति को और मेल नहीं भेजे जा सकते। हाथ से उपस्थिति लगाएँ, या कल नामांकन करें।',
  'desk-registered': 'इस व्यक्ति का खाता पहले से है।',
  'desk-taken': 'यह व्यक्ति किसी दूसरे डेस्क पर है।',
  'draw-empty': 'इस सत्र में अभी किसी विद्यार्थी की उपस्थिति दर्ज नहीं है।',
  'draw-too-late': 'सत्र समाप्त होने के दस मिनट बाद तक ही विद्यार्थी चुने जा सकते हैं।',
  'email-invalid': 'यह ईमेल पता मान्य नहीं है।',
  'hand-too-late': 'हाथ से उपस्थिति सत्र समाप्त होने के 24 घंटे बाद तक ही लग सकती है।',
  'institute-code-invalid': hindiRegistrationTexts.invalidInstituteCode,
  'label-set-already': 'इस खाते का प्रकार पहले ही तय हो चुका है।',
  'more-than-one-student': 'एक से अधिक विद्यार्थी मिले। कृपया और सटीक लिखें।',
  'already-staff': 'आप इस संस्थान के साथ पहले से काम करते हैं।',
  'invitation-for-another': 'यह निमंत्रण किसी दूसरे ईमेल के लिए है। पहले लॉग आउट करें, फिर लिंक दोबारा खोलें।',
  'invitation-for-institute': 'यह ईमेल किसी संस्थान का लॉगिन है। अपने निजी ईमेल पर निमंत्रण माँगें।',
  'invitation-stands': 'इस पते को पहले ही आमंत्रित किया गया है या इसके लिए कहा जा चुका है, या आपके संस्थान से इस पर अब मेल नहीं जाते।',
  'invitation-joined': 'आप इस संस्थान से पहले ही जुड़ चुके हैं। आगे बढ़ने के लिए लॉग इन करें।',
  'invitation-log-in': 'इस ईमेल का खाता है। लॉग इन करें, फिर लिंक दोबारा खोलें।',
  'joined-as-another': (name: string) =>
    `इस संस्थान में यह खाता पहले से ${name} का है। दूसरे विद्यार्थी का अपना ईमेल होना चाहिए। कृपया कार्यालय से उसे दर्ज करवाएँ।`,
  'last-owner': 'संस्थान में एक स्वामी रहता है। पहले किसी और को स्वामी बनाएँ।',
  'own-login-reads-only': 'यह लॉगिन केवल पढ़ता है। संस्थान के लोग अपने नाम से काम करते हैं।',
  'own-login-last-passkey': 'जो लॉगिन केवल पढ़ता है, उसकी आख़िरी पासकी बनी रहती है: उसी से वह फिर काम कर सकता है।',
  'own-login-passkey-missing': 'पहले संस्थान के अपने लॉगिन की अपनी पासकी होनी चाहिए, जो प्रतीक्षा में न हो।',
  'own-passkey-by-code': 'यह लॉगिन केवल पढ़ता है। इसे नई पासकी केवल रिकवरी कोड या संचालक के कोड से मिलती है।',
  'owner-passkey-missing': 'पहले किसी स्वामी के पास ऐसी पासकी होनी चाहिए जो प्रतीक्षा में न हो।',
  'own-record': 'यह आपके अपने बारे में है। संस्थान का कोई दूसरा व्यक्ति यह करता है।',
  'own-passkey-missing': 'आपने अभी पासकी पंजीकृत नहीं की है।',
  'own-passkey-unusable': 'आपकी पासकी अभी इस काम में नहीं आ सकती। कृपया अपने पासवर्ड का उपयोग करें।',
  'passkey-held': hindiAttendanceTexts.passkeyHeld,
  'passkey-login-needed': hindiAttendanceTexts.passkeyNeeded,
  'passkey-step-up-needed': stepUp.passkeyNeeded,
  'passkey-suspect': hindiAttendanceTexts.passkeySuspect,
  'passkey-changed': hindiAttendanceTexts.passkeyChanged,
  'password-contains': hindiNewPasswordTexts.contains,
  'password-repetition': hindiNewPasswordTexts.repetition,
  'password-sequence': hindiNewPasswordTexts.sequence,
  'password-too-common': hindiNewPasswordTexts.tooCommon,
  'password-too-long': hindiNewPasswordTexts.tooLong(maxPasswordLength),
  'password-too-short': hindiNewPasswordTexts.tooShort,
  'hand-still-possible': 'इस विद्यार्थी की उपस्थिति अब भी हाथ से लगाई जा सकती है। कृपया ऐसा ही करें।',
  'account-of-institute': 'संस्थान का लॉगिन यहाँ नहीं हटाया जा सकता। कृपया इस इंस्टॉलेशन के संचालक को लिखें।',
  'account-of-staff': 'आप एक संस्थान के साथ काम करते हैं। पहले उससे यह समाप्त कराएँ; फिर आप अपना खाता हटा सकते हैं।',
  'after-closing': 'इस सत्र में चेक-इन बंद हो चुका है। कृपया शिक्षक से बात करें।',
  'course-closed': 'यह पाठ्यक्रम बंद है। पहले इसे फिर से खोलें।',
  'course-code-taken': 'एक और खुले पाठ्यक्रम का यही कोड है।',
  'course-full': 'एक पाठ्यक्रम में 5,000 लोगों की जगह है।',
  'course-has-sections': 'इस पाठ्यक्रम के सेक्शन हैं। कृपया व्यक्ति को उनमें से किसी एक में नामांकित करें।',
  'course-not-empty': 'सेक्शन केवल ऐसे पाठ्यक्रम के बन सकते हैं जिसमें न लोग हों न सत्र।',
  'first-day-too-late': (latest) =>
    `पहला दिन ${latest} या उससे पहले का हो सकता है: पाठ्यक्रम बनने और लोगों के नामांकन के बाद का नहीं।`,
  'enrolment-overlaps': 'वह व्यक्ति उस समय नामांकित था। कृपया बाद का समय चुनें।',
  'enrolment-too-early': 'वह व्यक्ति उसके बाद नामांकित हुआ था। कृपया बाद का समय चुनें।',
  'not-in-course': 'आप इस पाठ्यक्रम में नामांकित नहीं हैं। कृपया शिक्षक से बात करें।',
  'register-too-large': 'रजिस्टर के लिए लोग बहुत ज़्यादा हैं: कृपया रिपोर्ट देखें।',
  'roll-call-empty': 'इस हाज़िरी में सब कुछ पहले से सहेजा हुआ है।',
  'roll-call-moved':
    'इस बीच किसी ने इस हाज़िरी के लोगों के बारे में तय किया है। कुछ भी सहेजा नहीं गया। कृपया देखें कि अब क्या दर्ज है, फिर दोबारा भेजें।',
  'roll-call-reason': 'कृपया बताएँ कि यह हाज़िरी पहले की प्रविष्टि क्यों बदलती है।',
  'room-busy': (course) => `इस कमरे में ${course || 'पूरा संस्थान'} चल रहा है। कृपया दूसरा कमरा चुनें।`,
  'room-name-taken': 'एक और कमरे का यही नाम है।',
  'session-left-room': 'यह सत्र दूसरे कमरे में चला गया है। कृपया वहाँ की स्क्रीन का उपयोग करें।',
  'session-locked': 'शिक्षक सत्र के 14 दिन बाद तक इसे बदल सकते हैं। कृपया कार्यालय से पूछें।',
  'session-still-runs': 'यह सत्र अभी चल रहा है। कृपया पहले इसे समाप्त करें।',
  'people-left': 'दोनों में से एक आपका संस्थान छोड़ चुका है। केवल वही खाता रह सकता है जो अब भी यहाँ है।',
  'people-link-kept': 'यह केवल 24 घंटे तक वापस होता है, और तब नहीं जब हाज़िरी लगी हो, निर्णय हुआ हो या व्यक्ति बदला गया हो।',
  'people-registered': 'दोनों के खाते हैं। कृपया बताएँ कि कौन-सा खाता रहेगा।',
  'people-share-sessions': 'एक ही सत्रों में दोनों की प्रविष्टियाँ हैं। कृपया बताएँ कि वहाँ किसकी प्रविष्टियाँ गिनी जाएँगी।',
  'people-two-ids': 'आपके सिस्टम में इनकी दो आईडी हैं। पहले वहाँ सुधारें, फिर फ़ाइल दोबारा आयात करें।',
  'person-number-taken': 'आपके संस्थान में यह रोल नंबर किसी और का है।',
  'push-service-unknown': 'Rollkey इस ब्राउज़र की पुश सेवा को नहीं जानता।',
  'import-on-hold': 'इस फ़ाइल से बहुत लोग हट जाएँगे। कुछ नहीं बदला गया। पहले इसे जाँच लें।',
  'import-over': 'यह आयात अब बदला नहीं जा सकता। कृपया नया शुरू करें।',
  'mark-unsigned': 'इस उपस्थिति पर विद्यार्थी के हस्ताक्षर नहीं हैं, इसलिए इसकी प्रमाण फ़ाइल नहीं है।',
  'mark-withdrawn': hindiAttendanceTexts.withdrawn,
  'role-not-held': 'अनुमतियाँ केवल उन्हीं भूमिकाओं को दी जा सकती हैं जो आपकी हैं।',
  'check-in-refused': 'पासकी स्वीकार नहीं हुई। कृपया फिर से प्रयास करें।',
  'not-a-member': 'आप अभी इस संस्थान के सदस्य नहीं हैं। कृपया पहले इसके कोड से इसे जोड़ें।',
  'room-code-off': 'यह सत्र कक्ष कोड से उपस्थिति नहीं लेता। कृपया स्क्रीन पर जाएँ।',
  'room-code-old': 'यह कोड अब स्क्रीन पर नहीं है। कृपया अभी दिख रहा कोड स्कैन करें।',
  'scan-ticket-old': 'कोड स्कैन किए बहुत समय हो गया। कृपया स्क्रीन पर दिख रहा कोड फिर से स्कैन करें।',
  'courses-moved': 'इस बीच किसी ने पाठ्यक्रम या सूची बदल दी। कृपया फिर से चलाएँ।',
  'source-by-hand': 'स्रोत का नाम ‘hand’ नहीं हो सकता: यह लोगों की अपनी प्रविष्टियों का नाम है। कृपया दूसरा नाम दें।',
  'roster-moved': 'इस बीच किसी ने सूची बदल दी। कृपया फिर से चलाएँ।',
  'ruled-meanwhile': rulings.meanwhile,
  'screen-code-wrong': 'अभी किसी स्क्रीन पर यह कोड नहीं है। कृपया स्क्रीन पर देखकर जाँचें।',
  'screen-copied': 'दो ब्राउज़रों ने इस स्क्रीन का जुड़ाव इस्तेमाल किया, इसलिए दोनों रोक दिए गए।',
  'screen-ended': 'यह स्क्रीन अब जुड़ी नहीं है।',
  'screen-request-refused': 'स्क्रीन का यह अनुरोध नहीं लिया जा सकता। कृपया नया भेजें।',
  'screen-time-wrong': 'स्क्रीन के इस अनुरोध में समय ग़लत है।',
  'session-has-marks': 'इस सत्र में एक विद्यार्थी की उपस्थिति दर्ज हुई थी। इसे समाप्त किया जा सकता है, पर वापस नहीं लिया जा सकता।',
  'session-too-old': 'केवल सबसे नया सत्र वापस लिया जा सकता है, उसके पहले 15 मिनट में।',
  'step-up-needed': stepUp.needed,
  'step-up-needed-to-export': 'कृपया पुष्टि करें कि यह आप ही हैं, फिर निर्यात करें।',
  'someone-came': 'इस सत्र में एक विद्यार्थी की उपस्थिति दर्ज है। कृपया पहले वह प्रविष्टि कारण के साथ बदलें।',
  'student-email-not-verified': 'इस विद्यार्थी ने अभी अपना ईमेल सत्यापित नहीं किया है।',
  'student-passkey-missing': 'इस विद्यार्थी ने अभी पासकी पंजीकृत नहीं की है।',
  'too-many-day-passes': 'एक संस्थान के पास एक समय में अधिकतम 100 एक दिन के पास हो सकते हैं। कृपया एक समाप्त करें जिसकी ज़रूरत नहीं है।',
  'too-many-passkeys': `एक खाते में अधिकतम ${maxPasskeysPerAccount} पासकी हो सकती हैं।`,
  'too-many-screens': 'एक संस्थान की अधिकतम 100 स्क्रीनें हो सकती हैं। कृपया जिसकी ज़रूरत नहीं, उसे बंद करें।',
  'too-many-wrong-passwords': 'पासवर्ड बहुत बार ग़लत लिखा गया। कृपया ‘पासवर्ड भूल गए?’ से नया पासवर्ड तय करें।',
}

/** What a passkey ceremony ends with in the browser (spec §8). */
const byCeremonyCode: Readonly<Record<WebAuthnErrorCode, string | undefined>> = {
  ERROR_CEREMONY_ABORTED: 'पासकी का अनुरोध रोक दिया गया',
  ERROR_INVALID_DOMAIN: wrongAddress,
  ERROR_INVALID_RP_ID: wrongAddress,
  ERROR_INVALID_USER_ID_LENGTH: 'उपयोगकर्ता की आईडी की लंबाई मान्य नहीं है।',
  ERROR_MALFORMED_PUBKEYCREDPARAMS: devicesFail,
  ERROR_AUTHENTICATOR_GENERAL_ERROR: devicesFail,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'यह डिवाइस पासकी सहेज नहीं सकता।',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'यह डिवाइस आपकी पहचान की पुष्टि नहीं कर सकता।',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'यह डिवाइस पहले ही पंजीकृत हो चुका है',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'यह डिवाइस इस तरह की पासकी नहीं बना सकता।',
  ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE: 'यह डिवाइस आपकी पहचान की पुष्टि नहीं कर सका।',
  ERROR_SIGNAL_INVALID_ARGUMENT: undefined,
  // Says nothing but what the browser has said.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: undefined,
}

/** The server's sentence says what is wrong with this one request, though in English. */
const malformedTypes: ReadonlySet<string> = new Set(Object.values(malformedReasons))

/**
 * A refusal to be shown: the server's reason, type and value, or the error code of a passkey ceremony as the reason.
 */
export type Refusal = { readonly reason: string; readonly type?: string; readonly value?: string | undefined }

/** The Hindi for a refusal by its reason, or by its type where a newer server has reasons that are not known here. */
export function translateToHindi({ reason, type = '', value = '' }: Refusal): string | undefined {
  if (Object.hasOwn(byCeremonyCode, reason)) return byCeremonyCode[reason as WebAuthnErrorCode]
  const known = isCatalogued(reason) ? reason : type
  if (!isCatalogued(known) || (known !== reason && malformedTypes.has(type))) return undefined
  const sentence = byReason[known]
  return typeof sentence === 'string' ? sentence : sentence(value)
}
