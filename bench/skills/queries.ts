/**
 * What users say who need one of the skills, a line each: the skill, then the message. Written as
 * people ask, without looking for the words of the description; none shares a trigger of its skill.
 */
export const skillQueries = `
contract-review|Our landlord sent the agreement for the office, can you tell me which clauses are dangerous before I sign?
nda-drafting|下周要和外部公司谈合作，怕机密泄露，帮我拟一份双方都要保密的协议
privacy-policy-writer|We launch a mobile app in Europe and have to tell people what personal data we keep
trademark-search|I want to call my bakery Goldcrumb, does anyone own that brand already?
lawsuit-timeline|我要起诉前合伙人，手里有一堆聊天记录和邮件，怎么按时间整理成证据
patent-claims|I built a new valve, please word the claims of the invention for the patent office
labor-dispute-advice|公司突然把我辞退，还欠两个月加班费，能拿到多少补偿
compliance-checklist|Next month the auditors come for PCI, which controls are we missing?
will-and-estate|父母年纪大了，想提前把房子和存款怎么继承写清楚
terms-of-service|Write the legal terms that customers of our software accept when they open an account
invoice-matching|Does what this supplier billed agree with the order and what arrived?
expense-report|刚从深圳出差回来，车票和住宿发票一大堆，帮我弄好报销
cash-flow-forecast|Will my company still have enough cash in ten weeks if two customers pay late?
tax-return-helper|Which deductions can I claim on my income tax this year?
individual-tax-cn|今年工资加年终奖，专项扣除之后个税该补还是该退
budget-planner|Every month our income is gone by the 20th, where does our household money go?
stock-screener|Which cheap dividend companies should I look at for a careful investment?
fund-portfolio|我买了七只基金，是不是太集中了，要不要调整一下
loan-comparison|Bank A offers 3.1 % and bank B 2.9 % with fees, which mortgage is cheaper over 20 years?
bookkeeping-assistant|Put these bank statements of my shop into the right accounts and reconcile them
financial-statement-analysis|看看这家上市公司的年报，盈利和现金流有没有问题
startup-valuation|What is our young startup worth if an investor gives us two million?
insurance-advisor|一家三口，预算一万，重疾和医疗险应该怎么买
payment-reminder|A customer has not paid for six weeks, how do I remind them politely but firmly?
pricing-strategy|Should our subscription have two or three plans and what should each cost?
market-sizing|How big is the market for pet insurance in Spain?
competitor-analysis|对手最近出了新产品，帮我对比一下他们和我们的功能、定价和口碑
customer-interview|I will talk to eight customers about their needs, what should I ask in the interview?
survey-designer|想了解员工对食堂的意见，帮我出一份问卷
persona-builder|Describe the typical users of our banking app with their goals and frustrations from this research
brand-voice|All our texts sound different; define how our brand should sound
slogan-generator|给我们新开的奶茶店想几句好记的口号
ad-copy|I need five variants of an advertisement for running shoes with short headlines
seo-audit|Nobody finds our website in search engines, check what is wrong with its pages
keyword-research|想做一个露营博客，用户一般会搜索什么关键词
newsletter-writer|Make this week's newsletter for our members out of these ten links
press-release|We announce a new electric scooter on Monday and journalists should get a text
xiaohongshu-post|帮我写一篇介绍这款防晒霜的小红书笔记
wechat-article|公司公众号要发一篇讲年会的文章，帮我写
short-video-script|我想拍一条30秒的抖音视频介绍火锅底料，怎么设计镜头和台词
social-calendar|Plan what we post on Instagram and LinkedIn in the whole of May
crisis-statement|Newspapers accuse our company of polluting a river, what do we tell the public?
landing-page-copy|Write a landing page that convinces visitors to book a demo
product-description|新款保温杯要上架电商，帮我写商品文案突出卖点
review-responder|Someone left a one-star review of our hotel, how should we answer?
live-stream-script|今晚直播要卖羽绒服，给我一套带货的话术
sales-email|Write a first email to a prospect who has never heard of us
sales-call-prep|Tomorrow I call Siemens to sell our software, prepare me
crm-cleanup|Our CRM is full of duplicate contacts and wrong company names
bid-proposal|政府招标项目下周截止，帮我按招标文件要求写标书
partnership-proposal|We would like a bike maker to be our partner, propose how we share revenue
customer-churn|Why do so many customers cancel after three months?
support-macros|Our support team types the same replies again and again, make templates
complaint-handling|客户投诉说收到的货坏了，情绪很激动，我该怎么回复和补偿
faq-builder|Make a help center out of last year's support tickets
job-description|We look for a nurse, write the text for the vacancy with tasks and benefits
resume-writer|Make my CV look better for data jobs, with my achievements in numbers
resume-screening|收到八十份应聘简历，帮我挑出最符合岗位要求的
cover-letter|I apply as a gardener and need a letter that goes with my application to the employer
interview-questions|What should we ask candidates for head of finance and how do we score the answers?
mock-interview|后天要面试产品经理，你当面试官来问我并点评
onboarding-plan|A new colleague starts on Monday, plan her first weeks
performance-review|I have to write the yearly review of my employee from these notes
okr-writer|下个季度我们团队的目标和关键结果怎么定
salary-benchmark|What salary is fair for a senior developer in Munich?
shift-roster|护士站十二个人，帮我排下个月的班，夜班要公平
exit-interview|Three people quit; what do I ask employees who leave so that I learn the reasons?
meeting-minutes|Here is the transcript of today's meeting, list the decisions and who has to do what by when
meeting-agenda|周五要开部门会议，一小时，帮我安排议程和时间
weekly-report|把我这周干的活整理成给领导看的周报
project-charter|Management approved the new project, write down its purpose, scope and milestones
gantt-planning|Which tasks of the construction project depend on each other and what delays the end?
risk-register|List everything that could endanger our project, with probability and what we do against it
retrospective-facilitator|这个迭代结束了，怎么带团队回顾哪里做得好哪里不好
user-story-writer|Split the feature "export orders" into small user stories with acceptance criteria
prd-writer|老板要做会员积分功能，帮我写一份需求文档
roadmap-planning|Which features should our product get in which quarter of next year?
release-notes|Tell our users what is new and fixed in version 4.2 from these merged pull requests
stakeholder-map|Who has influence on our hospital project and how do we win them over?
decision-memo|Should we rent or buy the machine? Put the options and your recommendation on one page
process-sop|把客服退货流程写成标准作业步骤，谁负责、异常怎么办
vendor-selection|Three suppliers sent proposals for the new phone system; which one should procurement take?
inventory-planning|仓库有的货老是缺有的又积压，安全库存应该设多少
demand-forecast|How many winter jackets will we sell in November, given last year's promotions?
quality-inspection|这批零件次品率很高，检验标准怎么定，原因怎么查
route-optimizer|Our van has 25 stops tomorrow with time windows, in which order should it deliver?
customs-declaration|第一次出口一批灯具到德国，清关要准备哪些单证和商品编码
warehouse-layout|Where should the articles lie in our warehouse so that people walk less?
code-review|Look at my changes to the login function, do you see bugs or security problems?
unit-test-writer|This function has no tests, write some that cover the edge cases
bug-triage|Forty bug reports came in, which are severe and what causes them?
refactoring-guide|这个函数有八百行，全是重复代码，怎么重构才安全
sql-query-builder|From the tables orders and customers, how do I query the ten best buyers in SQL?
database-migration|I have to rename a column of a huge table without downtime
api-design|How should the endpoints and errors of our new REST API look?
regex-helper|写一个正则，从日志里匹配出所有手机号
dockerfile-optimizer|Our container image has 2 GB, make it smaller
kubernetes-debugging|集群里的容器一直重启起不来，怎么排查
ci-pipeline|Every build takes 40 minutes, set up continuous integration with caching and parallel jobs
terraform-modules|Describe our cloud network and servers as infrastructure code
log-analysis|Find out from these server logs why requests failed at noon
incident-postmortem|Yesterday the shop was down for two hours, write up the outage with cause and actions
performance-profiling|接口响应特别慢，内存也一直涨，帮我找到瓶颈
security-audit|Does our web application have vulnerabilities like SQL injection?
threat-modeling|What could attackers do to our payment system and how do we counter it?
dependency-upgrade|We are three major versions behind with our framework, upgrade its library without breaking things
git-rescue|我不小心把分支删掉了，提交还能恢复吗
readme-writer|My repository has no documentation, write how to install and use it
architecture-diagram|Draw our services and databases and how data flows between them
data-pipeline|每天要把业务库的数据抽取清洗后加载到数仓，失败要能重试
data-cleaning|This table has duplicates, mixed date formats and empty cells, please tidy it up
data-visualization|What chart shows best how our sales changed by region?
dashboard-design|老板想每天看核心业务指标，帮我设计一个数据看板布局
excel-formulas|Which formula looks a price up in another sheet, and why is mine wrong?
ab-test-analysis|The green button got 4.1 % and the blue one 3.8 % of clicks, is that experiment significant?
statistical-analysis|两组病人的数据该用什么检验，怎么做回归
anomaly-detection|One sensor of the boiler shows strange values since Tuesday, find what is unusual
text-classification|Put 3,000 messages of customers into categories and tell me how accurate that is
sentiment-analysis|网友对我们新品的评论是正面还是负面，主要观点是什么
prompt-engineering|My language model ignores half of the instructions, improve the prompt
model-evaluation|Is our machine learning classifier good enough, and where does it fail?
web-scraping|Get all product names and prices from this online shop, page by page
pdf-extraction|有一堆扫描的单据，帮我把里面的文字和表格提取出来
document-comparison|What changed between the old and the new version of this document?
file-organizer|My downloads folder is chaos, sort and rename the files
translation-localization|Put this user guide into Brazilian Portuguese with the right terms
subtitle-translation|这部英文纪录片要配中文字幕，帮我翻译
proofreading|Correct the grammar and spelling of my text but do not change what it says
paraphrasing|这段话换个说法，意思不要变
technical-writing|Write the manual for our coffee machine with warnings and steps
speech-writer|My sister marries in June and I have to give a five-minute speech
executive-summary|The report has 80 pages, condense it to one page for the managers
academic-paper|实验做完了，帮我写成一篇期刊论文，包括摘要和讨论
literature-review|What do scientific studies say about screen time and children's sleep?
citation-formatter|Bring my list of sources into APA form and check that nothing is missing
grant-application|We want money from the research council, write the aims and budget of our proposal
thesis-outline|硕士论文要开题了，帮我列一下章节提纲和进度
peer-review|I have to judge this scientific manuscript for a journal
lesson-plan|下周要给三年级上一节分数课，帮我备课
quiz-maker|Make an exam of ten questions with answers from this chapter
homework-tutor|My son does not understand this mathematics homework, explain it step by step without giving the solution
flashcards|想背五百个单词，帮我做成卡片并安排复习
essay-grading|帮我批改这篇初三学生的作文并打分
language-partner|Talk Italian with me like in a café and correct my mistakes
study-planner|The bar examination is in ten weeks, when do I study which topic?
children-story|给我五岁的女儿编一个小兔子的睡前故事
poem-composer|Write a sonnet about autumn rain
song-lyrics|帮我写一首关于毕业的歌，要押韵
screenplay|I have an idea for a film about a lighthouse, write the first scene with dialogue
novel-outline|Help me plot the chapters of a crime novel and how its hero changes
world-building|Invent the peoples, history and magic of a continent for my stories
podcast-production|想做一期采访咖啡师的播客，帮我写提纲和采访问题
video-editing-plan|I have two hours of footage of our holiday, how do I cut it to three minutes with music?
photo-retouching|The faces in my photo are too dark, how do I fix the exposure and colour?
logo-brief|要找人设计公司标志，帮我把品牌个性和配色要求写清楚
color-palette|Which colours fit a calm meditation app, also in dark mode?
ui-critique|What is wrong with the layout of this screen of our app?
accessibility-audit|盲人用读屏软件能不能用我们的网页，检查一下
usability-test|How do we find out where people get stuck in our checkout, with five participants?
wireframe-generator|Sketch the screens for a feature that lets people share lists
presentation-builder|下周要给老板汇报项目，帮我做一套幻灯片
infographic-writer|Put the most important facts on water use into one picture with few numbers
trip-planner|We are in Lisbon for four days with two kids, what should we see each day?
visa-helper|打算去法国留学，签证材料怎么准备
flight-finder|How do I get from Oslo to Lima cheaply with only one stop?
packing-list|Which clothes and things should go into my luggage for a week in Iceland in March?
restaurant-finder|今晚六个人聚餐，人均两百，推荐一家川菜馆
recipe-creator|I have eggs, spinach and old bread, what can I cook?
meal-plan|想减肥，帮我安排一周的三餐，热量控制在1500
nutrition-label|Is this muesli healthy? The label says 28 g of sugar
workout-plan|I have two dumbbells and want to get stronger, what exercises should I do?
running-coach|第一次跑全马，十二周怎么训练才不受伤
sleep-improvement|I lie awake until three every night, what can I do?
symptom-journal|最近总是头痛头晕，去看医生前帮我整理一下症状
medication-schedule|My father takes six medicines a day, put them in a plan with meals
stress-coach|I cannot switch off after work any more and the pressure makes me cry
meditation-guide|心里很焦虑，带我做十分钟正念放松
baby-care|My newborn drinks very little, how often should I feed her?
parenting-advice|孩子天天玩手机不写作业，怎么跟他沟通
pet-care|My dog eats grass and vomits, do we need a vet?
garden-planner|What vegetables can I sow in April in clay soil with little light?
plant-doctor|绿萝叶子发黄，土里还有小虫，怎么救
home-renovation|老房子要重新装修，十五万预算，工序怎么安排
rental-search|Is this flat worth 1,200 euros of rent, and what do I ask the landlord?
furniture-layout|How do I place a sofa, a desk and a bed in a room of 16 square metres?
energy-saving|Our electricity bill doubled, what in the house uses so much?
car-buying|十五万左右想买辆省油的家用车，哪款合适
car-maintenance|My car makes a grinding noise when I brake and a warning light is on
event-planning|Our club turns 50, plan a celebration for 120 guests with venue and budget
wedding-planner|明年五月结婚，婚礼流程和座位怎么安排
gift-ideas|What can I give my grandmother for her 80th birthday for about 50 euros?
game-design|I invent a board game about bees, how do I make its rules balanced?
negotiation-coach|On Friday I negotiate the price of a used boat, what should my first offer be?
fact-checking|A politician claims that crime doubled, check this against the sources
news-briefing|今天人工智能行业有什么新闻，整理成简短要点
wine-pairing|Which wine goes with roast duck and red cabbage?
family-tree|My great-grandparents came from Galicia, how do I find my ancestors?
donor-letters|Thank the people who gave money to our animal shelter and ask them again
stargazing-guide|今晚天气好，在郊外能看到哪些星座和行星
chess-trainer|Here is the chess game that I lost, where did I make the mistake?
contract-review|这份劳动合同要签了，看看条款有没有坑
meeting-minutes|把昨天会议的录音文字整理成决议和待办
code-review|帮我看看这段代码的改动有没有安全问题
translation-localization|把这份产品手册翻译成日语
trip-planner|国庆想去云南玩五天，帮我规划每天的行程
recipe-creator|冰箱里只剩鸡蛋和番茄，能做什么菜
sql-query-builder|怎么用SQL查出每个客户最近一次下单的时间
competitor-analysis|Compare our app with those of the three biggest rivals: features, prices and what users say
weekly-report|Turn my notes into a report of this week for my boss
presentation-builder|I need slides for the board about our results
restaurant-finder|Where can eight of us have dinner near the station, not too expensive?
slogan-generator|Find a tagline for our new toothpaste
sentiment-analysis|Are the comments under our video positive or negative?
`;

/** Messages for which no skill is needed. */
export const irrelevantQueries = `
What is the capital of Peru?
Thanks, that was all for today
Tell me a joke
How are you?
What is 17 times 23?
Who wrote Hamlet?
Is a tomato a fruit?
Say hello to Ada
你好
谢谢，今天就到这里
中国有多少个省
讲个笑话吧
你叫什么名字
一百以内有多少个质数
李白是哪个朝代的人
地球离月亮多远
What does the word serendipity mean?
How tall is Mount Everest?
Continue
Yes, please do that
继续
好的，就按你说的做
What day is it today?
现在几点了
Why is the sky blue?
天空为什么是蓝色的
How many legs does a spider have?
Which planet is the biggest?
Can you repeat the last sentence?
请把上一句话再说一遍
I do not understand, say it differently please
What is the square root of 144?
Who won the world cup in 1998?
How do you spell necessary?
水的沸点是多少度
熊猫吃什么
Are you a human?
你是真人吗
When did the Roman empire fall?
What is the chemical symbol of gold?
Name three rivers in Africa
说出三种颜色的英文
That is wrong
不对，再想想
Make it shorter
短一点
In which year was Mozart born?
How far is it from Berlin to Paris?
黄河全长多少公里
Count from ten to one
What is the opposite of warm?
Who painted the Mona Lisa?
Good morning
早上好
晚安
Ok
What can you do?
你会做什么
Is zero an even number?
Which animal is the fastest?
世界上最高的山是哪座
光速是多少
How many minutes are in a week?
What language do they speak in Brazil?
Do fish sleep?
鱼会睡觉吗
Please wait a moment
等一下
I changed my mind
我改主意了
Who is the president of France?
How old is the universe?
Why do cats purr?
为什么会打雷
Flip a coin
抛个硬币
Give me a random number
随便说个数字
What rhymes with orange?
How do magnets work?
磁铁为什么能吸铁
What is the tallest building in Dubai?
Sorry, wrong window
发错了
Is it true that honey never spoils?
How many bones does a person have?
人有多少块骨头
What colour is a banana?
Which is heavier, a pound of feathers or of lead?
Why is the sea salty?
海水为什么是咸的
Who invented the telephone?
谁发明了电灯
Tell me more about that
再详细说说
What is the time difference to Tokyo?
东京和北京差几个小时
Nice work
干得漂亮
Stop
`;
