internal import Capture
internal import LinuxIO

/// The camera's controls as other programs change them: in the open panel, and as a notice with a way back.
extension Viewer {
    /// Begins anew with the camera whose pictures come now.
    func controlsBeginAnew() {
        adjuster.forget()
        giveTypingUp()
        loop.cancel(&followMoment)
        loop.cancel(&newsMoment)
        let now = MonotonicClock.now()
        foreignChanges = ForeignChanges(openedAt: now)
        guard overlay != nil, case .camera? = switcher.shown?.entry.source else { return readControls() }
        readControls()
        // The first pictures have the processor for themselves, and the camera has done what the start has set.
        followMoment = loop.schedule(at: now + ForeignChanges.echo) { [weak self] in
            self?.followMoment = nil
            self?.followControls()
        }
    }

    /// Reads the camera's controls into the open panel.
    func readControls() {
        guard case .controls? = panel else { return }
        followControls()
    }

    /// Reads the camera's controls and follows them.
    private func followControls() {
        guard let entry = switcher.shown?.entry, switcher.shown?.loss == nil else { return }
        let told = onLoop { (viewer, news: ([CameraControl], ForeignChanges.Maker)) in
            if viewer.switcher.shown?.entry.source == entry.source { viewer.take(news.0, by: news.1) }
        }
        adjuster.follow(switcher.session) { told(($0, $1)) }
    }

    private func take(_ controls: [CameraControl], by maker: ForeignChanges.Maker) {
        let (all, cameras) = (switcher.controls.all, switcher.controls.cameras)
        let kept = switcher.shown?.entry.id.flatMap { cameras[$0] } ?? []
        foreignChanges.take(controls, by: maker, wishes: kept + all, at: MonotonicClock.now())
        // What a slider sets is where the hand is already.
        if maker != .own { showControls(controls) }
        tellForeignChanges()
    }

    /// Tells what others have changed, when it is time to.
    private func tellForeignChanges() {
        loop.cancel(&newsMoment)
        guard overlay != nil else { return }
        if let news = foreignChanges.tell(at: MonotonicClock.now()) {
            switcher.tell(news.message, about: .controls(news.former))
        }
        loop.replan(&newsMoment, at: foreignChanges.nextMoment) { [weak self] in self?.tellForeignChanges() }
    }

    /// Gives controls that another program has changed the values back that they had.
    func setBack(_ former: [ControlSetting]) {
        let done = onLoop { (viewer, result: Result<[CameraControl], CaptureFault>) in
            switch result {
            case .success(let controls):
                viewer.showControls(controls)
                viewer.switcher.tell(
                    Message(
                        "what another program changed is set back",
                        comment: "A notice: a camera's controls have the values that they had before"))
            case .failure(let fault): viewer.switcher.notify(fault.message)
            }
        }
        adjuster.set(former, of: switcher.session, done: done)
    }
}
