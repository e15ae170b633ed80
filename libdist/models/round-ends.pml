/*
 * The ends of rounds, as push/RoundEnds.h finds them with the counts of messages that
 * Endpoint::exchangeCounts() adds up: all interleavings of 4 ranks, for scripts/dev/check-models.
 *
 * Each inline is one step of the code, and its comment names the function. It prints the line that
 * the function writes into a trace of simulated ranks, so that scripts/dev/check-trace reads runs of
 * this model as well.
 *
 * A message of updates arrives at any time later, and may overtake any other message. The parts of
 * exchangeCounts() keep their order between two ranks, as transports promise; RoundEnds needs that.
 * A rank handles messages while it works and while it waits for the rest of a round, but not within
 * exchangeCounts(). Of priorities, the model has only "a task" and "none".
 *
 * One rank may die at any moment. It takes no further step. Nobody counts for it: the launcher ends
 * all ranks with an error ("aborted"). Until then the others go on, and must not end a round early.
 *
 * -DSENDS=n      messages of updates that all ranks send together, and tasks they keep, at most
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

#define CHARM 1        /* the end is when no rank has a task: sent updates are not looked at */
#define LOST_CREDIT 2  /* a count is lost when a rank splits its counts and gives a part on */
#define ONE_PARITY 3   /* messages of the next round are counted as those of this one */
#define KEPT_COUNT 4   /* received messages stay counted at the end of a round */
#define LATE_SEND 5    /* a message of this round is sent after the counts were read */
#define NOT_WAITING 6  /* a round ends when all ranks have counted */
#define FOR_THE_DEAD 7 /* a rank that has died counts as one that has sent nothing */
#define NOBODY_ENDS 8  /* nobody ends the others when a rank has died */

#define NOBODY N
#define NEXT_TO(r, distance) (((r) + (distance)) % N)
/* The rank that gives a part to this one. */
#define BEFORE(r, distance) (((r) + N - (distance)) % N)

/* Where a rank is. */
#define WORKS 0   /* it runs tasks and sends updates */
#define TAKES_2 1 /* exchangeCounts(): it has given its part in the step of distance 2, */
#define TAKES_1 2 /* and in that of distance 1 */
#define WAITS 3   /* for messages of the round */
#define IS_DONE 4 /* there is no next round */

byte at[N];
byte number[N];       /* of the round, modulo 4; its last bit is RoundEnds::parity_ */
bool hasTask[N];      /* to run in this round or later */
bool hasSent[N];      /* leastSent_ is not kNone */
byte sentTo[N * N];   /* [from * N + to]: sentTo_ */
byte entries[N * N];  /* [rank * N + j], for the rank j after this one: exchangeCounts() */
bool goesOn[N];       /* some rank has a task, as far as exchangeCounts() knows */
byte received[N * 2]; /* [rank * 2 + parity]: received_ */
byte mail[N * 4];     /* [to * 4 + round]: messages of updates under way */

/* Kind::kGather, per sender: two counts, or one, and goesOn. */
chan part2[N] = [2] of { byte, byte, bool };
chan part1[N] = [2] of { byte, bool };

byte sendsLeft = SENDS;
byte finished;
byte dead = NOBODY;
bool aborted;

#define ALIVE(r) (dead != (r) && !aborted)
#define MAIL_TO(r) (mail[(r) * 4] + mail[(r) * 4 + 1] + mail[(r) * 4 + 2] + mail[(r) * 4 + 3])
#define NOTHING_LEFT \
  (MAIL_TO(0) + MAIL_TO(1) + MAIL_TO(2) + MAIL_TO(3) + hasTask[0] + hasTask[1] + hasTask[2] + hasTask[3] == 0)
#define DUE(r) entries[(r) * N]
#define HERE(r) received[(r) * 2 + number[r] % 2]

/* RoundEnds::send(), while the rank works. */
inline update(r, to) {
  sendsLeft--;
  sentTo[r * N + to]++;
  hasSent[r] = true;
  mail[to * 4 + number[r]]++;
  printf("%d update %d %d\n", r, to, number[r] % 2);
}

/* received(), and the part takes the updates of a message of this round or of the next one. */
inline updated(r, round) {
  assert(round == number[r] || round == (number[r] + 1) % 4);
  mail[r * 4 + round]--;
  hasTask[r] = true;
#if PLANT == ONE_PARITY
  HERE(r)++;
#else
  received[r * 2 + round % 2]++;
#endif
  printf("%d updated %d\n", r, round % 2);
}

/* The beginning of next(), with the first part that exchangeCounts() gives. */
inline counted(r) {
  entries[r * N] = sentTo[r * N + r];
  entries[r * N + 1] = sentTo[r * N + NEXT_TO(r, 1)];
#if PLANT == CHARM
  goesOn[r] = hasTask[r];
#else
  goesOn[r] = hasTask[r] || hasSent[r];
#endif
  printf("%d counted %d 0\n", r, goesOn[r]);
  assert(nfull(part2[r]));
#if PLANT == LOST_CREDIT
  part2[r]!sentTo[r * N + NEXT_TO(r, 2)], 0, goesOn[r];
#else
  part2[r]!sentTo[r * N + NEXT_TO(r, 2)], sentTo[r * N + NEXT_TO(r, 3)], goesOn[r];
#endif
  for (i : 0 .. N - 1) {
    sentTo[r * N + i] = 0
  }
  i = 0;
  hasSent[r] = false;
  at[r] = TAKES_2
}

/* partFrom() in the step of distance 2, and the part for that of distance 1. */
inline takenTwo(r) {
  entries[r * N] = entries[r * N] + first;
  entries[r * N + 1] = entries[r * N + 1] + second;
  goesOn[r] = goesOn[r] || more;
  assert(nfull(part1[r]));
  part1[r]!entries[r * N + 1], goesOn[r];
  entries[r * N + 1] = 0;
  at[r] = TAKES_1
}

/* partFrom() in the step of distance 1, the last one. */
inline takenOne(r) {
  entries[r * N] = entries[r * N] + first;
  goesOn[r] = goesOn[r] || more;
  at[r] = WAITS
}

/* The end of next(). */
inline next(r) {
  printf("%d next %d %d\n", r, DUE(r), goesOn[r]);
  assert(mail[r * 4 + number[r]] == 0); /* safety: nothing of this round is under way to the rank */
#if PLANT != KEPT_COUNT
  HERE(r) = 0;
#endif
  DUE(r) = 0;
  number[r] = (number[r] + 1) % 4;
  if
  :: goesOn[r] -> at[r] = WORKS
  :: else ->
    at[r] = IS_DONE;
    assert(NOTHING_LEFT); /* safety: the computation is over */
    finished++;
    if
    :: finished == N -> printf("end\n")
    :: else
    fi
  fi;
  goesOn[r] = false
}

proctype Rank(byte r) {
  byte i, first, second;
  bool more;
end:
  do
  :: atomic { ALIVE(r) && at[r] == WORKS && hasTask[r] && sendsLeft > 0 ->
       select(i : 0 .. N - 1);
       update(r, i);
       i = 0
     }
  :: d_step { ALIVE(r) && at[r] == WORKS -> /* all tasks of the rank were of this round */
       hasTask[r] = false;
       counted(r)
     }
  :: d_step { ALIVE(r) && at[r] == WORKS && hasTask[r] && sendsLeft > 0 -> /* or one is of a later one */
       sendsLeft--;
       counted(r)
     }
#if PLANT == LATE_SEND
  :: atomic { ALIVE(r) && at[r] == TAKES_2 && hasTask[r] && sendsLeft > 0 ->
       select(i : 0 .. N - 1);
       update(r, i);
       i = 0
     }
#endif
  :: d_step { ALIVE(r) && at[r] == TAKES_2 && nempty(part2[BEFORE(r, 2)]) ->
       part2[BEFORE(r, 2)]?first, second, more;
       takenTwo(r);
       first = 0; second = 0; more = false
     }
  :: d_step { ALIVE(r) && at[r] == TAKES_1 && nempty(part1[BEFORE(r, 1)]) ->
       part1[BEFORE(r, 1)]?first, more;
       takenOne(r);
       first = 0; more = false
     }
#if PLANT == FOR_THE_DEAD
  :: d_step { ALIVE(r) && at[r] == TAKES_2 && dead == BEFORE(r, 2) && empty(part2[dead]) -> takenTwo(r) }
  :: d_step { ALIVE(r) && at[r] == TAKES_1 && dead == BEFORE(r, 1) && empty(part1[dead]) -> takenOne(r) }
#endif
  :: d_step { ALIVE(r) && at[r] == WAITS && (HERE(r) >= DUE(r) || PLANT == NOT_WAITING) -> next(r) }
  od
}

/* Endpoint::poll() of a rank. In the code, the thread of Rank calls it. */
proctype Mail(byte r) {
end:
  do
  :: d_step { ALIVE(r) && (at[r] == WORKS || at[r] == WAITS) && mail[r * 4] > 0 -> updated(r, 0) }
  :: d_step { ALIVE(r) && (at[r] == WORKS || at[r] == WAITS) && mail[r * 4 + 1] > 0 -> updated(r, 1) }
  :: d_step { ALIVE(r) && (at[r] == WORKS || at[r] == WAITS) && mail[r * 4 + 2] > 0 -> updated(r, 2) }
  :: d_step { ALIVE(r) && (at[r] == WORKS || at[r] == WAITS) && mail[r * 4 + 3] > 0 -> updated(r, 3) }
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
      printf("%d rounds\n", r);
      if
      :: hasTask[r] = true
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
