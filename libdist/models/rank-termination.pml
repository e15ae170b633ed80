/*
 * Detection of termination between ranks, as messages/RankTermination.h does it: all interleavings
 * of 4 ranks, for scripts/dev/check-models.
 *
 * Each inline is one step of the code under its lock, and its comment names the function. It prints
 * the line that the function writes into a trace of simulated ranks, so that scripts/dev/check-trace
 * reads runs of this model as well.
 *
 * The network is a set: each message arrives at any time later, and may overtake any other one.
 * Transports do less: they keep the order between two ranks. A rank has two threads. One runs tasks,
 * handles waves and calls step(). The other one handles messages with tasks, at any moment, also
 * after the first has found the rank passive and before it calls step(true).
 *
 * One rank may die at any moment. It takes no further step, and its tasks and the messages to it
 * are lost. As in our programs, nobody answers for it: the launcher ends all ranks with an error
 * ("aborted"). Until then the others go on, and must not say that the computation is over.
 *
 * -DSENDS=n      messages with tasks that all ranks send together, at most
 * -DDEATH=0      no rank dies
 * -DPLANT=n      one of the faults below, to test that it is found
 */
#define N 4
#ifndef SENDS
#define SENDS 3
#endif
#ifndef DEATH
#define DEATH 1
#endif
#ifndef PLANT
#define PLANT 0
#endif

#define CHARM 1          /* the end is when nobody has received: sent messages are not looked at */
#define CHARM_WAVES 2    /* sums agree in a wave, nobody received until the next; active ranks answer */
#define STAYS_WHITE 3    /* a rank does not become black when it receives */
#define WHITE_AT_BEGIN 4 /* black is forgotten when a wave arrives: a message between two waves */
#define SPLIT_READ 5     /* the balance is read when the wave arrives, and black at the answer */
#define LOST_CREDIT 6    /* two messages are counted as one sent() */
#define LATE_COUNT 7     /* sent() is called after the task is done */
#define OLD_PASSIVE 8    /* a thread uses what it found before the previous call of step() */
#define NOT_WAITING 9    /* a rank answers before its children */
#define WHITE_BELOW 10   /* the colour of the subtree is dropped */
#define STAYS_BLACK 11   /* an answer does not make the rank white */
#define FOR_THE_DEAD 12  /* a rank that has died counts as passive and white */
#define NOBODY_ENDS 13   /* nobody ends the others when a rank has died */

/* BinomialTree.h: the parent is the number without its lowest bit. */
#define PARENT(r) ((r) & ((r) - 1))
#define CHILDREN(r) ((r) == 0 -> 2 : ((r) == 2 -> 1 : 0))
#define NOBODY N

byte tasks[N];         /* of this rank, not finished */
byte mail[N];          /* counted messages under way to this rank */
short balance[N];      /* RankTermination::balance_ */
bool black[N];         /* black_ */
bool inWave[N];        /* inWave_ */
bool over[N];          /* over_ */
byte answers[N];       /* answers_ */
short belowBalance[N]; /* below_ */
bool belowBlack[N];
bool stale[N];         /* it has tasks, but a thread that found none has still to call step(true) */

bool beginTo[N], overTo[N]; /* Step::kBegin and Step::kOver under way to this rank */
bool answerOf[N];           /* Step::kAnswer of this rank under way to its parent */
short answerBalance[N];
bool answerBlack[N];

byte sendsLeft = SENDS;
byte finished;         /* ranks that know of the end */
byte dead = NOBODY;
bool aborted;
#if PLANT == CHARM_WAVES
bool agreed;           /* the sums of the wave before */
#endif
#if PLANT == SPLIT_READ
short readBalance[N];
#endif
#if PLANT == LATE_COUNT
byte uncounted[N];
#endif

#define ALIVE(r) (dead != (r) && !aborted)
#define ANSWERED(r) (PLANT == NOT_WAITING || answers[r] == CHILDREN(r))
#define CAN_STEP(r) (!over[r] && (r == 0 && !inWave[r] || inWave[r] && ANSWERED(r)))
#define NO_MAIL (mail[0] + mail[1] + mail[2] + mail[3] == 0)
#if PLANT == CHARM_WAVES
#define NOTHING_LEFT NO_MAIL /* that a task is left is no wonder when active ranks answer */
#else
#define NOTHING_LEFT (NO_MAIL && tasks[0] + tasks[1] + tasks[2] + tasks[3] == 0)
#endif
/* A rank knows that the computation is over. Safety: it is. */
#define FINISHED \
  assert(NOTHING_LEFT); \
  finished++; \
  if \
  :: finished == N -> printf("end\n") \
  :: else \
  fi

/* Endpoint::send() of a message with a task, after sent(). The task that sends it is unfinished. */
inline sent(r, to) {
  sendsLeft--;
  mail[to]++;
#if PLANT == LOST_CREDIT
  if
  :: sendsLeft > 0 -> sendsLeft--; mail[to]++
  :: skip
  fi;
#endif
#if PLANT == LATE_COUNT
  uncounted[r]++;
#else
  balance[r]++;
  printf("%d sent 1\n", r);
#endif
}

/* The handler of a message with a task: received(), then the rank has the task. */
inline received(r) {
  mail[r]--;
  balance[r]--;
#if PLANT != STAYS_WHITE
  black[r] = true;
#endif
  tasks[r]++;
  printf("%d received 1\n", r);
}

/* sendDown(): to flags[] of the children. */
#define SEND_DOWN(r, flags) \
  if \
  :: r == 0 -> assert(!flags[1] && !flags[2]); flags[1] = true; flags[2] = true \
  :: r == 2 -> assert(!flags[3]); flags[3] = true \
  :: else \
  fi

/* step() on rank 0, outside a wave. */
inline begin(r) {
  inWave[r] = true;
  printf("%d begin\n", r);
  SEND_DOWN(r, beginTo);
#if PLANT == WHITE_AT_BEGIN
  black[r] = false;
#endif
#if PLANT == SPLIT_READ
  readBalance[r] = balance[r];
#endif
}

/* receive() of Step::kBegin. */
inline begun(r) {
  beginTo[r] = false;
  assert(!inWave[r]);
  inWave[r] = true;
  printf("%d begun\n", r);
  SEND_DOWN(r, beginTo);
#if PLANT == WHITE_AT_BEGIN
  black[r] = false;
#endif
#if PLANT == SPLIT_READ
  readBalance[r] = balance[r];
#endif
}

/* step() when all children have answered, up to the end of the lock: the answer about the subtree. */
inline answer(r) {
#if PLANT == SPLIT_READ
  answerBalance[r] = belowBalance[r] + readBalance[r];
  readBalance[r] = 0;
#else
  answerBalance[r] = belowBalance[r] + balance[r];
#endif
  answerBlack[r] = black[r] || (PLANT != WHITE_BELOW && belowBlack[r]);
  belowBalance[r] = 0;
  belowBlack[r] = false;
  answers[r] = 0;
#if PLANT != STAYS_BLACK
  black[r] = false;
#endif
  inWave[r] = false;
}

/* The rest of step() on other ranks. */
inline send(r) {
#if PLANT != NOT_WAITING
  assert(!answerOf[r]);
#endif
  answerOf[r] = true;
  printf("%d answer %d %d\n", r, answerBalance[r], answerBlack[r]);
}

/* receive() of Step::kAnswer. */
inline answered(r, child) {
  answerOf[child] = false;
  answers[r]++;
  belowBalance[r] = belowBalance[r] + answerBalance[child];
  belowBlack[r] = belowBlack[r] || answerBlack[child];
  printf("%d answered %d %d %d\n", r, child, answerBalance[child], answerBlack[child]);
  answerBalance[child] = 0;
  answerBlack[child] = false;
}

/* The rest of step() on rank 0. */
inline decide(r) {
  if
#if PLANT == CHARM
  :: !answerBlack[r] ->
#elif PLANT == CHARM_WAVES
  :: agreed && !answerBlack[r] ->
#else
  :: answerBalance[r] == 0 && !answerBlack[r] ->
#endif
    over[r] = true;
    printf("%d over %d %d\n", r, answerBalance[r], answerBlack[r]);
    FINISHED;
    SEND_DOWN(r, overTo)
  :: else ->
    printf("%d again %d %d\n", r, answerBalance[r], answerBlack[r]);
  fi;
#if PLANT == CHARM_WAVES
  agreed = answerBalance[r] == 0;
#endif
  answerBalance[r] = 0;
  answerBlack[r] = false;
}

/* receive() of Step::kOver. */
inline ended(r) {
  overTo[r] = false;
  over[r] = true;
  printf("%d ended\n", r);
  FINISHED;
  SEND_DOWN(r, overTo)
}

/* The thread that runs the tasks of a rank, handles waves and calls step(). */
proctype Rank(byte r) {
  byte to;
end:
  do
  :: d_step { ALIVE(r) && tasks[r] > 0 ->
       tasks[r]--; /* the task is done */
       stale[r] = stale[r] && tasks[r] > 0
     }
  :: atomic { ALIVE(r) && tasks[r] > 0 && sendsLeft > 0 ->
       select(to : 0 .. N - 1);
       sent(r, to);
       to = 0
     }
#if PLANT == LATE_COUNT
  :: d_step { ALIVE(r) && tasks[r] == 0 && uncounted[r] > 0 ->
       uncounted[r]--;
       balance[r]++;
       printf("%d sent 1\n", r)
     }
#endif
  :: d_step { ALIVE(r) && CAN_STEP(r) && (tasks[r] == 0 || stale[r] || PLANT == CHARM_WAVES) ->
       if
       :: r == 0 && !inWave[r] -> begin(r)
       :: else ->
         answer(r);
         if
         :: r == 0 -> decide(r)
         :: else -> send(r)
         fi
       fi;
#if PLANT != OLD_PASSIVE
       stale[r] = false
#endif
     }
  :: d_step { ALIVE(r) && beginTo[r] -> begun(r) }
  :: d_step { ALIVE(r) && (r == 0 || r == 2) && answerOf[r + 1] -> answered(r, r + 1) }
  :: d_step { ALIVE(r) && r == 0 && answerOf[2] -> answered(0, 2) }
#if PLANT == FOR_THE_DEAD
  :: d_step { ALIVE(r) && dead != NOBODY && dead != 0 && r == PARENT(dead) && inWave[r] && beginTo[dead] ->
       beginTo[dead] = false;
       answers[r]++
     }
#endif
  :: d_step { ALIVE(r) && overTo[r] -> ended(r) }
  od
}

/* The thread that handles messages with tasks; Endpoint::poll(). */
proctype Mail(byte r) {
end:
  do
  :: d_step { ALIVE(r) && mail[r] > 0 -> received(r) }
  :: d_step { ALIVE(r) && mail[r] > 0 && tasks[r] == 0 -> received(r); stale[r] = true }
  od
}

/* One rank dies, or none. The launcher sees it, at some time, and ends all ranks. */
proctype Death() {
  if
  :: true /* none */
  :: dead = 0
  :: dead = 1
  :: dead = 2
  :: dead = 3
  fi;
  if
  :: dead != NOBODY && PLANT != NOBODY_ENDS -> aborted = true
  :: else
  fi
}

init {
  byte r;
  atomic {
    printf("run %d %d\n", N, 0);
    for (r : 0 .. N - 1) {
      printf("%d detector\n", r);
      if
      :: tasks[r] = 1
      :: skip
      fi
    }
    for (r : 0 .. N - 1) {
      run Rank(r);
      run Mail(r)
    }
#if DEATH
    run Death();
#endif
    r = 0
  }
}

/* Liveness: in the end all ranks know that the computation is over, or the launcher has ended them. */
ltl ends { <> (finished == N || aborted) }
