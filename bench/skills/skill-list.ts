/**
 * Two hundred skills of the benchmark, a line each: name, description and triggers. Every third one is in
 * Chinese. The bodies are made of these by `write-skills.ts`.
 */
export const skillList = `
contract-review|Reviews contracts and agreements clause by clause, flags risky terms, missing protections and unusual liabilities. Use when a lease, service agreement or employment contract has to be judged before signing.|redline this, legal check
nda-drafting|起草保密协议，根据双方身份、保密范围、期限和违约责任生成条款。需要与合作方签订保密约定时使用。|保密协议模板, NDA
privacy-policy-writer|Writes privacy policies and cookie notices for websites and apps that satisfy GDPR and CCPA: what personal data is collected, why, and for how long. Use when a site or app starts to collect data of visitors.|cookie banner, data notice
trademark-search|Checks whether a brand name or logo is already registered as a trademark, and judges the risk of confusion with existing marks. Use when a company picks a name for a product, shop or brand.|name clearance
lawsuit-timeline|根据聊天记录、邮件和文书整理案件时间线，列出证据、争议焦点和法律依据。准备诉讼或仲裁材料时使用。|案情梳理
patent-claims|Drafts patent claims from an invention description: independent and dependent claims, with the novelty set out against prior art. Use when an inventor prepares an application.|file an invention
labor-dispute-advice|分析劳动纠纷，计算经济补偿金、加班费和未休年假工资，说明仲裁步骤。被公司辞退或拖欠工资时使用。|劳动仲裁
compliance-checklist|Builds compliance checklists for regulations such as SOX, HIPAA or PCI, maps each requirement to controls, and finds gaps before an audit. Use when an auditor or certification is expected.|audit readiness
will-and-estate|整理遗产清单，起草遗嘱，说明继承顺序和公证流程。家庭需要安排财产继承时使用。|立遗嘱
terms-of-service|Writes terms of service for software products: accounts, acceptable use, refunds, limits of liability and disputes. Use when a platform or shop goes live and needs legal terms.|user terms
invoice-matching|Matches supplier invoices with purchase orders and delivery notes, and lists differences in quantity, price and tax. Use when a bill looks wrong or has to be approved for payment.|three-way match
expense-report|根据发票和行程整理差旅报销单，核对标准，生成报销明细。出差回来需要报销时使用。|报销单
cash-flow-forecast|Forecasts the cash flow of a small company for the next thirteen weeks from receivables, payables and payroll, with best and worst cases. Use when money may run short or a bank asks for a plan of liquidity.|liquidity plan
tax-return-helper|Prepares personal income tax returns: collects documents, finds deductions and credits, and explains each form. Use when tax season comes and receipts have to be declared.|file taxes
individual-tax-cn|计算个人所得税，处理专项附加扣除和年度汇算清缴，说明应补或应退的税额。|汇算清缴
budget-planner|Makes a monthly household budget from income and spending, finds where money leaks, and sets savings targets. Use when a family wants to save or spends too much.|money plan
stock-screener|Screens listed companies by valuation, growth, dividend and debt, and explains which shares fit an investment style. Use when an investor looks for companies to buy.|pick stocks
fund-portfolio|分析基金持仓，评估风险分散程度，给出再平衡建议。想调整基金组合时使用。|基金诊断
loan-comparison|Compares mortgages and loans by monthly payment, total interest, fees and early repayment, and shows when refinancing pays off. Use when a person buys a house or borrows from a bank.|mortgage calculator
bookkeeping-assistant|Sorts bank transactions into accounts, reconciles statements, and prepares the monthly ledger of a small business. Use when a shop or freelancer has to book receipts and payments.|categorize transactions
financial-statement-analysis|解读上市公司财务报表，分析盈利能力、偿债能力和现金流质量，发现异常科目。|财报解读
startup-valuation|Values early-stage startups with comparables, discounted cash flow and the venture method, and drafts the cap table. Use when founders talk to investors about shares and funding.|pre-money
insurance-advisor|比较重疾险、医疗险和意外险的保障与条款，按家庭情况配置保险。买保险或理赔时使用。|保险配置
payment-reminder|Writes polite but firm reminders for overdue customer payments, in three escalating stages. Use when a client does not pay on time.|dunning letter
pricing-strategy|Designs prices for products and subscriptions: tiers, anchors, discounts and willingness to pay, with an experiment to test them. Use when a product is launched or its price should change.|price tiers
market-sizing|Estimates the size of a market top-down and bottom-up, with sources, assumptions and a sensitivity table. Use when a business plan or pitch needs the potential of a market in numbers.|TAM SAM SOM
competitor-analysis|分析竞争对手的产品、定价、渠道和用户评价，输出对比表和差异化机会。做竞品调研时使用。|竞品分析
customer-interview|Plans interviews with customers, writes open questions that do not lead, and turns transcripts into findings. Use when a team wants to understand the problems of its users.|discovery calls
survey-designer|设计调查问卷，包括题目、选项、跳转逻辑和抽样，避免引导性提问。需要收集用户意见时使用。|问卷设计
persona-builder|Builds user personas from research: goals, frustrations, habits and quotes, each tied to evidence. Use when designers and marketers need to know for whom they work.|target audience profile
brand-voice|Defines the voice of a brand with principles, examples and words to avoid, and rewrites texts to fit it. Use when texts of a company sound inconsistent or off.|tone guide
slogan-generator|为品牌和活动创作广告语，给出多种风格和释义。需要一句响亮的口号时使用。|广告语
ad-copy|Writes copy for search and social ads in several variants with headlines, descriptions and calls to action, within the length limits of each platform. Use when a campaign needs short persuasive texts.|google ads text
seo-audit|Audits a website for search engines: titles, headings, internal links, speed, structured data and indexing problems. Use when a site has little traffic from Google.|rank higher
keyword-research|挖掘搜索关键词，按搜索量、难度和意图分组，规划内容选题。|选词
newsletter-writer|Writes weekly newsletters from links and notes: a hook, short items, and one call to action. Use when subscribers get a regular mail with news.|email digest
press-release|Writes press releases for product launches and company news, with quotes, boilerplate and media contact. Use when a company has something to tell journalists.|media announcement
xiaohongshu-post|撰写小红书笔记，包含标题、正文、表情和话题标签，符合平台风格。想在小红书种草时使用。|种草笔记
wechat-article|撰写公众号文章，设计标题、导语、小标题和结尾引导，排版清晰。|公众号推文
short-video-script|编写短视频脚本，包含分镜、台词、字幕和前三秒钩子。拍抖音或视频号时使用。|分镜脚本
social-calendar|Plans a month of social media posts by channel, topic and format, with dates and captions. Use when a team runs out of ideas what to post.|posting schedule
crisis-statement|Drafts public statements when a company is criticised: facts, apology, remedy and answers to hard questions. Use when a scandal, recall or data leak becomes public.|damage control
landing-page-copy|Writes landing pages that convert: value proposition, benefits, social proof, objections and call to action. Use when visitors should sign up, buy or book.|hero section
product-description|撰写电商商品详情页文案，突出卖点、规格和使用场景，符合广告法。上架商品时使用。|详情页
review-responder|Answers customer reviews on shops and maps: thanks for praise, and solutions for complaints. Use when guests or buyers rated a business.|reply to ratings
live-stream-script|编写直播带货话术，包括开场、产品讲解、促单和互动环节。|直播话术
sales-email|Writes cold outreach emails to prospects with a personal opening, one problem and a small ask. Use when a seller contacts strangers for the first time.|cold outreach
sales-call-prep|Prepares sales calls: company facts, likely pains, discovery questions and objections with answers. Use when a seller meets a prospect.|account briefing
crm-cleanup|Cleans CRM records: merges duplicate contacts, fixes company names, and fills missing fields. Use when the contact database is a mess.|dedupe contacts
bid-proposal|编写投标书和技术方案，逐条响应招标文件的要求，检查废标风险。参加招投标时使用。|投标文件
partnership-proposal|Writes partnership proposals that set out shared goals, contributions, revenue split and next steps. Use when two organisations could work together.|joint venture pitch
customer-churn|Analyses why customers leave from usage, tickets and cancellations, and ranks measures to keep them. Use when subscriptions are cancelled or users stop coming back.|retention analysis
support-macros|Writes reply templates for helpdesk agents for frequent questions, in a friendly tone and with placeholders. Use when agents answer the same things over and over.|canned responses
complaint-handling|处理客户投诉，安抚情绪，判断责任，给出补偿方案和回复话术。遇到难缠的投诉时使用。|客诉
faq-builder|Turns support tickets into a help center: groups questions, and writes short answers with steps. Use when customers ask the same questions.|help articles
job-description|Writes job descriptions with tasks, must-haves and benefits, free of biased language. Use when a position has to be filled.|vacancy text
resume-writer|Improves resumes and CVs: achievements with numbers, keywords of the vacancy and clean structure. Use when a job seeker applies.|CV polish
resume-screening|筛选简历，按岗位要求打分，列出亮点、疑点和面试追问。收到大量应聘者资料时使用。|简历筛选
cover-letter|Writes cover letters that tie the experience of an applicant to the needs of an employer. Use when an application needs a personal letter.|motivation letter
interview-questions|Prepares structured interviews: questions for each competency, what good answers sound like, and a scorecard. Use when applicants are invited and have to be compared fairly.|hiring rubric
mock-interview|模拟面试，按岗位提问，点评回答并给出改进示范。求职者准备面试时使用。|模拟面试官
onboarding-plan|Plans the first ninety days of a new employee: people to meet, training, first tasks and check-ins. Use when a new colleague starts.|new hire ramp-up
performance-review|Writes performance reviews from notes: achievements, growth areas with examples and goals. Use when a manager writes the yearly appraisal.|annual appraisal
okr-writer|制定目标与关键结果，检查是否可衡量、有挑战，并拆解到团队。季度规划时使用。|OKR
salary-benchmark|Compares salaries for a role by city, level and industry, and suggests an offer. Use when a raise or an offer is discussed.|compensation range
shift-roster|安排员工排班表，满足工时、技能和休息要求，公平分配夜班。|排班
exit-interview|Plans and evaluates interviews with employees who leave, and finds patterns in their reasons. Use when a colleague resigned.|offboarding talk
meeting-minutes|Turns meeting transcripts into minutes: decisions, action items with owners and dates, open points. Use when a call was recorded and none wrote down what was agreed.|who does what
meeting-agenda|制定会议议程，明确目标、时间分配、参会人和会前材料。组织会议时使用。|会议议程
weekly-report|根据工作记录撰写周报，突出成果、问题和下周计划。每周要交工作总结时使用。|周报
project-charter|Writes project charters: purpose, scope, stakeholders, budget, milestones and success criteria. Use when a new undertaking is approved and needs a mandate.|kick-off document
gantt-planning|Plans projects as tasks with dependencies, durations and a critical path, and finds where delays hurt. Use when deadlines, order of work and bottlenecks have to be found.|project schedule
risk-register|Lists project risks with probability, impact, owner and mitigation, and ranks them. Use when a project leader asks what could go wrong.|what could go wrong
retrospective-facilitator|组织迭代回顾会，收集做得好与不好的地方，形成改进行动。敏捷团队复盘时使用。|回顾会
user-story-writer|Writes user stories with acceptance criteria in Given-When-Then form, split into small slices. Use when a feature is too large for one sprint.|backlog items
prd-writer|撰写产品需求文档，包含背景、目标、功能、流程、边界情况和验收标准。|PRD
roadmap-planning|Builds product roadmaps by theme and quarter, weighs value against effort, and explains what is left out. Use when a team decides what to build next.|prioritize features
release-notes|Writes release notes from merged pull requests: what is new, fixed and breaking, in words of users. Use when a new version ships.|changelog
stakeholder-map|Maps stakeholders by influence and interest, with what each wants and how to win them over. Use when a change needs the support of many people.|power grid
decision-memo|Writes decision memos: options, criteria, trade-offs and a recommendation on one page. Use when leaders have to choose between alternatives.|pros and cons
process-sop|编写标准作业程序，描述步骤、责任人、检查点和异常处理。规范业务流程时使用。|SOP
vendor-selection|Compares vendors against weighted criteria, scores proposals, and writes the recommendation for procurement. Use when several suppliers made an offer.|supplier scorecard
inventory-planning|预测库存需求，计算安全库存和补货点，减少缺货与积压。|补货
demand-forecast|Forecasts product demand by season, promotion and trend, with error bounds per article. Use when a shop plans how much to order.|sales prediction
quality-inspection|制定来料和成品检验标准，分析不良原因，输出质量改进报告。工厂出现次品时使用。|品控
route-optimizer|Plans delivery routes with many stops, time windows and vehicle capacities to cut distance. Use when a driver has many addresses in one day.|courier stops
customs-declaration|准备进出口报关资料，归类商品编码，核对单证和税率。货物出口清关时使用。|报关
warehouse-layout|Designs warehouse layouts and picking paths by turnover of articles, aisle width and safety. Use when pickers walk too far or shelves are in the wrong place.|pick path
code-review|Reviews code changes for bugs, security, readability and missing tests, and suggests concrete edits. Use when a pull request or diff is ready.|review my PR
unit-test-writer|Writes unit tests for functions and classes, covers edge cases, and mocks only external services. Use when code has no tests.|increase coverage
bug-triage|Reproduces bug reports, finds the likely cause, judges severity and assigns a component. Use when many defects were reported.|sort defects
refactoring-guide|重构遗留代码，拆分过长函数，消除重复，在测试保护下逐步改进。代码难以维护时使用。|屎山
sql-query-builder|Writes SQL queries from questions about tables, explains joins, and tunes slow statements with indexes. Use when data of a relational database is needed or a query is slow.|write a select
database-migration|Plans schema migrations without downtime: expand, backfill, switch and contract, with rollback. Use when columns or tables of a live system change.|alter table safely
api-design|Designs REST and GraphQL APIs: resources, errors, pagination and versions, with an OpenAPI file. Use when a service is to be called by other programs.|endpoint spec
regex-helper|编写和解释正则表达式，给出测试样例，避免回溯灾难。需要从文本匹配内容时使用。|正则
dockerfile-optimizer|Makes container images smaller and safer: multi-stage builds, caching layers and non-root users. Use when builds of containers are slow or large.|shrink image
kubernetes-debugging|排查集群中容器无法启动、重启和网络不通的问题，给出命令和解决办法。|pod 异常
ci-pipeline|Builds continuous integration pipelines with caching, parallel jobs and safe deployments. Use when builds and deployments should run by themselves.|github actions
terraform-modules|Writes infrastructure as code for cloud resources, with modules, state and policies. Use when servers and networks are set up in AWS, Azure or Google.|provision cloud
log-analysis|Finds the cause of failures in server logs: groups errors, follows request ids and builds a timeline. Use when something failed on a server and the output has to be read.|stack traces
incident-postmortem|Writes blameless postmortems of outages: impact, timeline, root cause and actions. Use when a service was down and it must not happen again.|root cause report
performance-profiling|分析程序性能瓶颈，解读火焰图，给出优化方案。接口响应慢或内存占用高时使用。|性能调优
security-audit|Audits applications for vulnerabilities such as injection, broken access and leaked secrets, by OWASP. Use when an application goes public or was hacked.|pentest
threat-modeling|Models threats of a system with data flows, trust boundaries and attackers, and ranks countermeasures. Use when a system is designed that attackers may like.|STRIDE
dependency-upgrade|Upgrades libraries and frameworks: reads changelogs, fixes breaking changes and checks licences. Use when packages are outdated or have known vulnerabilities.|bump packages
git-rescue|恢复误删的提交和分支，解决合并冲突，清理历史中的大文件。版本库出问题时使用。|git 救火
readme-writer|Writes README files and developer guides: purpose, installation, usage and contributing. Use when a repository is hard to understand.|document my repo
architecture-diagram|Draws architecture diagrams of systems in Mermaid: services, data stores and flows. Use when a system has to be explained with boxes and arrows.|C4 model
data-pipeline|设计数据管道，抽取、清洗、加载数据，处理增量和失败重试。搭建数仓时使用。|ETL
data-cleaning|Cleans messy tables: removes duplicates, fixes dates and units, fills gaps, and reports each change. Use when a CSV or sheet is full of errors.|tidy csv
data-visualization|Chooses and draws charts that show what data says, with clear titles and honest axes. Use when numbers should become a chart.|make a graph
dashboard-design|设计数据看板，选择指标和图表，布局清晰，支持下钻。给管理层展示业务数据时使用。|看板
excel-formulas|Writes and explains spreadsheet formulas, lookups and pivot tables, and finds errors in them. Use when a sheet has to compute something.|VLOOKUP
ab-test-analysis|Plans and evaluates A/B tests: sample size, significance, novelty effects and what to decide. Use when two variants of a page were tried.|split test
statistical-analysis|选择合适的统计检验方法，进行回归和方差分析，解释显著性。写论文处理数据时使用。|SPSS
anomaly-detection|Finds unusual values in time series of sensors or business metrics, and explains likely causes. Use when a curve jumps or drops.|outlier alert
text-classification|Sorts texts into categories, writes labelling rules, and measures agreement and accuracy. Use when many messages or documents have to be sorted.|tag messages
sentiment-analysis|分析评论和舆情的情感倾向，提取主要观点和关键词。想知道网友怎么看时使用。|情感分析
prompt-engineering|Improves prompts for language models: role, examples, format and tests against failures. Use when a chatbot answers badly.|better prompt
model-evaluation|Evaluates machine learning models with metrics, error slices and baselines, and writes a model card. Use when a classifier or predictor was trained.|confusion matrix
web-scraping|Extracts structured data from web pages, follows pagination, and respects robots rules. Use when content of many web pages is needed as a table.|crawl site
pdf-extraction|从扫描件和 PDF 中提取文字与表格，整理成结构化数据。有一堆纸质单据要录入时使用。|OCR
document-comparison|Compares two versions of a document and lists what was added, removed and reworded, with its meaning. Use when a person sent a changed file.|spot changes
file-organizer|Sorts files into folders by topic and date, renames them by a pattern, and finds duplicates. Use when a disk or download folder is chaos.|tidy downloads
translation-localization|Translates texts between languages with terms of the trade, and adapts dates, units and idioms. Use when a text has to appear in German, Japanese or any other language.|other language
subtitle-translation|翻译视频字幕，控制每行长度和时间轴，保留口语风格。给外语视频做中文字幕时使用。|字幕翻译
proofreading|Corrects spelling, grammar and punctuation of a text without changing its meaning, and explains each edit. Use when an English text is not by a native speaker.|fix my english
paraphrasing|改写文章，保持原意，调整句式和用词，降低重复率。|降重
technical-writing|Writes technical manuals for users of machines and software: tasks, warnings, steps and figures. Use when users have to operate a device safely.|instruction manual
speech-writer|Writes speeches for weddings, retirements and company events, to be spoken in a given time. Use when a person has to speak in front of guests or colleagues.|toast
executive-summary|Condenses long reports to one page for managers: message, evidence and what to decide. Use when a document is too long to read.|short version
academic-paper|撰写学术论文，包括摘要、引言、方法、结果和讨论，符合期刊格式。|投稿
literature-review|Reviews the scientific literature on a question: searches, groups studies, and compares methods and findings. Use when a researcher asks what is known.|related work
citation-formatter|Formats bibliographies in APA, MLA, Chicago or IEEE, and checks that each source is complete. Use when a thesis or article needs its sources in the right style.|reference list
grant-application|Writes grant applications: need, aims, methods, budget and impact, in the words of the funder. Use when researchers or charities ask for money.|funding bid
thesis-outline|制定学位论文提纲，明确研究问题、章节结构和进度安排。开题时使用。|开题报告
peer-review|Reviews scientific manuscripts: soundness of methods, novelty, clarity, and a recommendation to the editor. Use when a journal asks for an opinion.|referee report
lesson-plan|编写教案，设定教学目标、重难点、活动和板书。老师备课时使用。|教案
quiz-maker|Makes quizzes and exams from teaching material with answers, distractors and difficulty. Use when a teacher checks what a class has learned.|test questions
homework-tutor|Explains homework step by step with hints instead of solutions, in mathematics and science. Use when a pupil is stuck with an exercise.|help me solve
flashcards|制作记忆卡片，按遗忘曲线安排复习。背单词或备考时使用。|Anki
essay-grading|批改作文，从立意、结构、语言打分，写出评语和修改建议。|作文批改
language-partner|Practises conversation in a foreign language, corrects mistakes gently, and adapts to the level. Use when a learner wants to practise talking.|speak french
study-planner|Plans studying for an examination: topics, hours per day, repetition and mock exams. Use when a student prepares for an exam.|exam timetable
children-story|创作儿童睡前故事，语言温暖，情节简单，带有小道理。|睡前故事
poem-composer|Composes poems in a wanted form, such as sonnet, haiku or free verse, with rhythm and images. Use when a card, wedding or birthday needs a poem.|write verse
song-lyrics|创作歌词，安排主歌、副歌和韵脚，贴合曲风。想写一首歌时使用。|写歌词
screenplay|Writes screenplays with scenes, dialogue and action in industry format. Use when an idea should become a film or series.|movie script
novel-outline|Plots novels: premise, arcs of characters, chapters and turning points. Use when an author plans a story.|book plot
world-building|Builds fictional worlds: geography, peoples, magic, politics and history without contradictions. Use when a fantasy or science fiction story or a role-playing game needs a setting.|fantasy setting
podcast-production|策划播客节目，撰写提纲、采访问题和节目简介，剪辑要点。|播客
video-editing-plan|Plans the cut of a video: shots, music, pacing, captions and length for each platform. Use when clips have to become one film.|edit footage
photo-retouching|Explains how to retouch photos: exposure, colour, skin and cropping, with steps for common programs. Use when a picture is too dark, tilted or blurred.|lightroom
logo-brief|撰写标志设计需求，梳理品牌个性、配色和应用场景，给出方向。|设计 logo
color-palette|Creates colour palettes for brands and interfaces with names, contrast and dark variants. Use when a site, flat or brand needs colours that go together.|hex codes
ui-critique|Critiques user interfaces for hierarchy, consistency, contrast and flow, with sketches of better layouts. Use when a screen feels confusing or ugly.|design feedback
accessibility-audit|检查网页的无障碍问题，包括对比度、键盘操作、替代文本和读屏，给出修改。|WCAG
usability-test|Plans usability tests with tasks, participants and measures, and reports what hindered people. Use when a team wants to see whether people manage a task.|watch users
wireframe-generator|Turns feature ideas into wireframes of screens with components and navigation. Use when a screen has to be sketched before it is built.|mockup
presentation-builder|制作演示文稿，规划每页要点、图表和演讲备注。要向老板汇报或路演时使用。|PPT
infographic-writer|Condenses facts into infographics: one message, few numbers, icons and order of reading. Use when facts should be understood at a glance.|visual facts
trip-planner|Plans trips day by day: sights, transport, meals and costs, for the pace of the travellers. Use when a family or group goes on holiday in a city or country.|itinerary
visa-helper|准备签证申请材料，填写表格，说明流程和常见拒签原因。出国旅游或留学时使用。|办签证
flight-finder|Finds flights with good connections, compares fares, baggage and flexibility. Use when a traveller books a plane.|cheap airfare
packing-list|Makes packing lists for trips by weather, length, activities and luggage limits. Use when a suitcase has to be packed.|what to bring
restaurant-finder|推荐餐厅，根据口味、预算、人数和位置选择，并给出点菜建议。聚餐时使用。|找饭店
recipe-creator|Creates recipes from ingredients at hand, with steps, times and substitutions. Use when there are leftovers in the fridge and people are hungry.|cook with leftovers
meal-plan|制定一周食谱，计算热量和营养，列出采购清单。想健康饮食或减脂时使用。|减脂餐
nutrition-label|Analyses food labels and meals for calories, protein, sugar, salt and allergens. Use when a person wants to know what is in food.|how healthy
workout-plan|Plans workouts by goal, equipment and level, with sets, rests and progression. Use when a person wants to get fit or stronger.|training program
running-coach|制定跑步训练计划，控制心率和配速，预防受伤。备战马拉松时使用。|马拉松
sleep-improvement|Finds reasons for bad sleep and builds a routine of light, temperature and habits. Use when a person lies awake, snores or is tired.|insomnia
symptom-journal|记录症状变化，整理成就诊资料，提示需要就医的情况。看病前使用。|就诊准备
medication-schedule|Makes schedules for medicines with doses, meals and interactions to ask the doctor about. Use when a patient takes several pills.|pill plan
stress-coach|Coaches people under pressure with breathing, boundaries and small steps, and says when to seek help. Use when work or exams become too much.|burnout
meditation-guide|引导冥想和正念练习，控制节奏，放松身心。焦虑失眠时使用。|冥想
baby-care|Answers questions of new parents about feeding, naps, growth and safety of babies. Use when an infant cries, drinks or sleeps badly.|infant
parenting-advice|解决孩子拖延、叛逆和沉迷手机等问题，给出沟通方法。|育儿
pet-care|Advises on feeding, behaviour and health of dogs and cats, and when a vet is needed. Use when an animal behaves strangely or seems ill.|puppy
garden-planner|Plans vegetable and flower beds by climate, soil, light and season, with sowing dates. Use when a bed or balcony is planted.|grow tomatoes
plant-doctor|诊断植物黄叶、虫害和烂根的原因，给出救治办法。家里的花快死了时使用。|养花
home-renovation|规划房屋装修，控制预算，安排工序，避开常见的坑。|装修
rental-search|Judges flats for rent: location, costs, condition and fairness of the lease, with questions for the landlord. Use when a person looks for a flat.|apartment hunt
furniture-layout|Arranges furniture in rooms by size, light and walking paths. Use when a room is furnished.|room plan
energy-saving|Finds where a household wastes electricity and heat, and ranks measures by payback. Use when heating or power became expensive.|lower power bill
car-buying|比较车型配置、油耗、保值率和用车成本，给出购车建议。|买车
car-maintenance|Diagnoses noises and warning lights of cars, and plans servicing. Use when a car makes trouble.|engine light
event-planning|Plans events with budget, venue, guests, programme and a timeline of tasks. Use when a party, conference or anniversary is organised.|organize a party
wedding-planner|策划婚礼流程、座位、预算和物品清单。筹备结婚时使用。|婚礼策划
gift-ideas|Suggests gifts by person, occasion and budget, with reasons. Use when a birthday or Christmas comes and none knows what to give.|birthday present
game-design|Designs board and video games: rules, loops, balance and levels. Use when an idea for a game needs rules.|game mechanics
negotiation-coach|Prepares negotiations: interests, alternatives, first offer and concessions, with role play. Use when a price, contract or salary is to be negotiated.|get a better deal
fact-checking|Checks claims against primary sources, rates them, and shows the evidence. Use when a post or politician claims something doubtful.|is it true
news-briefing|整理每日新闻，按主题归类，提炼要点并附上来源。想快速了解行业动态时使用。|早报
wine-pairing|Recommends wines and other drinks for dishes and menus, by taste, price and season. Use when a dinner is planned.|sommelier
family-tree|Traces ancestors through registers, names and places, and draws a family tree with sources. Use when a person looks for grandparents and their origin.|genealogy
donor-letters|Writes letters to donors of charities: thanks, what the gift did, and the next appeal. Use when a charity thanks or asks for money.|fundraising mail
stargazing-guide|介绍当晚可见的星座和行星，推荐观测地点和望远镜设置。想看星星时使用。|观星
chess-trainer|Analyses chess games, finds mistakes, and trains openings, tactics and endgames. Use when a player wants to become better.|checkmate
`;
