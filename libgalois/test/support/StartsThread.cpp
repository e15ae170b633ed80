// A program that OneThread.cpp has to end.
#include <thread>

int main() {
  std::thread([] {}).join();
}
